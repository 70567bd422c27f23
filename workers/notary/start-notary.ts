import { rm, writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { openPasses } from '#api/adapters/passes.ts'
import { stoppedFile } from '#api/notary/kept-notes.ts'
import { NotaryStops } from './signed.ts'

/** Milliseconds between two passes of the notary, and those of reading on in one. */
const passEvery = 15_000
const longestReading = 60_000

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

  const once = async (goesOn: () => boolean): Promise<void> => {
    const until = Date.now() + longestReading
    try {
      await pass(() => goesOn() && Date.now() < until)
      told = ''
      await rm(file, { force: true })
    } catch (error) {
      if (!(error instanceof NotaryStops)) throw error
      const reason = error.message
      if (told !== reason) log.error(reason)
      told = reason
      await writeFile(file, `${reason}\n`, { mode: 0o600 })
    }
  }
  const passes = openPasses(once, passEvery, ({ message }) =>
    log.warn({ error: message }, 'the notary failed, tried again'),
  )
  passes.begin()
  return passes
}
