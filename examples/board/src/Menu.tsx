import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react';

/** Its children in a row, or, if there is no room, a button that shows them. */
export function Menu({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);

  function closeOnEscape(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    event.currentTarget.querySelector('button')?.focus();
  }

  function closeOnLeave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div className="menu" onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <button
        type="button"
        className="button menu-button"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setIsOpen(!isOpen)}
      >
        Menu
      </button>
      <div id="menu" className="menu-items" data-open={isOpen}>
        {children}
      </div>
    </div>
  );
}
