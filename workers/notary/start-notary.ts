import { rm, writeFile } from 'node:fs/promises'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { stoppedFile } from '#api/notary/kept-notes.ts'
import { NotaryStops } from './signed.ts'

/** Milliseconds between two passes of the notary, and those of reading on in one. */
const passEvery = 15_000
const longestReading = 60_000

/** Milliseconds in which one process signs at most once. */
const turn = 55_000

/** A turn at signing, of which all processes beside a Redis have one in 55 seconds. */
export const turnsIn = (redis: Redis) => async (): Promise<boolean> =>
  (await redis.set('siteledger:notary', 'turn', 'PX', turn, 'NX')) !== null

type Running = {
  /** Reads the log on and signs it; see `openNotary`. */
  pass: (goesOn: () => boolean) => Promise<void>
  dataDir: string
  log: Pick<Logger, 'error' | 'warn'>
}

/** Lets the notary pass every 15 seconds. While it signs nothing, the reason lies in the data folder. */
export const startNotary = ({ pass, dataDir, log }: Running) => {
  const file = stoppedFile(dataDir)
  let told = ''
  let isClosing = false
  let running: Promise<void> | null = null

  const once = async (): Promise<void> => {
    const until = Date.now() + longestReading
    try {
      await pass(() => !isClosing && Date.now() < until)
      told = ''
      await rm(file, { force: true })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!(error instanceof NotaryStops)) return log.warn({ error: reason }, 'the notary failed, tried again')
      if (told !== reason) log.error(reason)
      told = reason
      await writeFile(file, `${reason}\n`, { mode: 0o600 })
    }
  }
  const begin = () => {
    running ??= once()
      .catch((error: Error) => log.warn({ error: error.message }, 'the notary failed, tried again'))
      .finally(() => {
        running = null
      })
  }
  const passing = setInterval(begin, passEvery)
  begin()
  return {
    close: async (): Promise<void> => {
      isClosing = true
      clearInterval(passing)
      await running
    },
  }
}
