/** Chooses files as a person does in the window that an input opens. */
export const chooseFiles = (input: Element, ...files: File[]): void => {
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  Object.assign(input, { files: chosen.files })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
