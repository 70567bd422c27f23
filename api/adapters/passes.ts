/**
 * Has a work done again and again, one pass at a time. A pass that fails is told to `failed`, and tried again; `goesOn` says
 * until when one may take.
 * @param every milliseconds between two passes
 */
export const openPasses = (
  pass: (goesOn: () => boolean) => Promise<void>,
  every: number,
  failed: (error: Error) => void,
) => {
  let isClosing = false
  let running: Promise<void> | undefined
  const begin = (): void => {
    running ??= pass(() => !isClosing)
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }
  const passing = setInterval(begin, every)
  return {
    begin,
    close: async (): Promise<void> => {
      isClosing = true
      clearInterval(passing)
      await running
    },
  }
}
