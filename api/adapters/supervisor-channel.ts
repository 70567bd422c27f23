/**
 * The IPC channel between a process and the supervisor that started it. Both functions do nothing in a process that was
 * started by hand.
 */

/**
 * The message of a process that is ready; `port` if others need to know where it listens, `url` if they need more than
 * that.
 */
export type ReadyMessage = { type: 'ready' } | { type: 'listening'; port: number; url?: string }

/** Tells the supervisor that this process is ready, so that the next one may start. */
export const notifySupervisor = (message: ReadyMessage): void => {
  // A message over a closed channel would end the process at once, while it stops in order.
  if (process.connected) process.send?.(message)
}

/**
 * Ends this process when its supervisor is gone, however it ended (kill -9 closes the channel too): no orphans.
 * @param stop shuts down in order; called at most once
 * @param withinMs after this many milliseconds the process exits anyway, as nobody is left to kill it
 */
export const endWithParent = (stop: () => void, withinMs = 10_000): void => {
  if (process.send === undefined) return
  const end = (): void => {
    setTimeout(() => process.exit(1), withinMs).unref()
    stop()
  }
  // It may be gone by now: loading a program takes a second where much else runs.
  if (process.connected) process.once('disconnect', end)
  else end()
  // A listener keeps the channel, and thus the process, alive; exiting must not wait for the supervisor.
  process.channel?.unref()
}
