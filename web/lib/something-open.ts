/** The elements that take the keyboard for themselves. */
const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Whether a dialog, a menu or a list of choices is open. */
export const isSomethingOpen = (): boolean =>
  [...document.querySelectorAll(opened)].some((element) => element.checkVisibility())
