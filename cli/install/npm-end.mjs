/**
 * Calls back once when the npm that runs this process has ended: it cannot forward SIGKILL. Does nothing without npm.
 * @param {() => void} act
 */
export const whenNpmEnds = (act) => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 1_000)
  watch.unref()
}
