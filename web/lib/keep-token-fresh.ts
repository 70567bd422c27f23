/** Milliseconds between two refreshes of the session's API token. */
const refreshEvery = 240_000
/** Milliseconds between two checks of its age, and the age past which a check refreshes. */
const checkEvery = 5_000
const oldAfter = 5 * 60_000

/**
 * Refreshes the session's API token every 4 minutes. Timers stop while a machine sleeps, so a check every 5 seconds
 * also refreshes it once 5 minutes have passed. Returns a function that stops both.
 */
export const keepTokenFresh = (refresh: () => void): (() => void) => {
  let refreshedAt = Date.now()
  const again = () => {
    refreshedAt = Date.now()
    refresh()
  }
  const refreshing = setInterval(again, refreshEvery)
  const checking = setInterval(() => {
    if (Date.now() - refreshedAt >= oldAfter) again()
  }, checkEvery)
  return () => {
    clearInterval(refreshing)
    clearInterval(checking)
  }
}
