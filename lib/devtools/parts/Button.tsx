import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cut } from './JsonTree';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A button with an edge, or one within a text. @default 'small' */
  readonly look?: string;
}

export function Button({ look = 'small', ...attributes }: ButtonProps) {
  return <button type="button" className={look} {...attributes} />;
}

interface DetailProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly title: string;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/** What is told of the line that is selected; in its place where there is no room for both. */
export function Detail({ label, title, onBack, children }: DetailProps) {
  return (
    <section className="detail" aria-label={cut(label)}>
      <Button look="small back" onClick={onBack}>
        Back
      </Button>
      <h2>{cut(title)}</h2>
      {children}
    </section>
  );
}
