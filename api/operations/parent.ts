/**
 * The bond between a process and the supervisor that started it, over Node's IPC channel. Both functions do nothing in
 * a process that was started by hand.
 */

/** What a process tells its supervisor once it does its work. `port` where it listens on one that others ask for. */
export type ReadyMessage = { type: 'ready' } | { type: 'listening'; port: number }

/** Tells the supervisor that this process is at work, so that the next one may start. */
export const tellParent = (message: ReadyMessage): void => {
  process.send?.(message)
}

/**
 * Ends this process when its supervisor is gone, however that ended (kill -9 closes the channel too): no orphans.
 * @param stop ends in order; called at most once
 * @param withinMs after this many milliseconds the process ends without order, as nobody is left to kill it
 */
export const endWithParent = (stop: () => void, withinMs = 10_000): void => {
  if (!process.connected) return
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), withinMs).unref()
    stop()
  })
  // A listener keeps the channel, and with it the process, alive; ending must not wait for the supervisor.
  process.channel?.unref()
}
