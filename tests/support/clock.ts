import { onTestFinished, vi } from 'vitest'

/** Sets the clock of this process, timers aside, until the test has ended. */
export const setClock = (now: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}
