/** Moves the focus to the heading of the page, whose words a screen reader then says; without one, to the page itself. */
export const focusPage = (): void => {
  const main = document.getElementById('main')
  const target = main?.querySelector<HTMLElement>('h1') ?? main
  // A heading takes the focus from here alone, not from the keyboard.
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}
