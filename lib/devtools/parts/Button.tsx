import {
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import { cut } from './JsonTree';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A button with a border, or one within a text. @default 'small' */
  readonly variant?: string;
}

export function Button({ variant = 'small', ...attributes }: ButtonProps) {
  return <button type="button" className={variant} {...attributes} />;
}

interface DetailProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly title: string;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/**
 * The details of the selected line; in place of the list if there is no room for both.
 *
 * It takes the focus if it covers a list that has it. Escape leads back there, as its button does.
 */
export function Detail({ label, title, onBack, children }: DetailProps) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const detail = section.current as HTMLElement;
    const list = detail.previousElementSibling as HTMLElement;
    const { activeElement } = detail.getRootNode() as ShadowRoot;
    if (activeElement === list && getComputedStyle(list).display === 'none') detail.focus();
  }, []);
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The app may handle this key, too.
    event.stopPropagation();
    onBack();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section ref={section} className="detail" aria-label={cut(label)} tabIndex={0} onKeyDown={onEscape}>
      <Button variant="small back" onClick={onBack}>
        Back
      </Button>
      <h2>{cut(title)}</h2>
      {children}
    </section>
  );
}
