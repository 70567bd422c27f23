import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { contentLogId, markContent, openContent } from '#api/adapters/open-content.ts'
import { storagePlaceAt } from '#api/adapters/storage-place.ts'
import { readEnvOrExit } from '#api/env/env.ts'
import { CannotCopy } from '#api/event-store/whole-log.ts'
import { checkBucket } from '#api/installation/content.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { endWith } from '#cli/operations/end.ts'
import { idOf } from '#cli/operations/log/marks.ts'
import { openPlace, placeOf } from '#cli/operations/log/place.ts'
import { refuseWritten, stillnessOf } from '#cli/operations/log/stillness.ts'
import { openShareProgress } from '#cli/output/progress.ts'
import { openTerminal } from '#cli/terminal.ts'
import { type Copied, copyContent, type Report } from './copy.ts'

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

/**
 * Copies the content that the log of this installation names, as a process:
 *
 *   node cli/operations/content/main.ts [--from URL] [--to URL] [--follow] [--json]
 *
 * An address is one that CONTENT_URL may have, and that of this installation unless named, by the environment of npm start.
 * A refusal is one line on standard error and an exit code of the command line.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    follow: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { json, follow } = values
const env = readEnvOrExit(process.env)
const terminal = openTerminal()

const urlOf = (named: string | undefined): string =>
  named === undefined ? env.contentUrl : readEnvOrExit({ ...process.env, CONTENT_URL: named }).contentUrl

/** Where the content of an address lies, unless it is that of another log. */
const placeAt = async (option: string, url: string, logId: string) => {
  const place = await storagePlaceAt(url)
  if ('bucket' in place) await checkBucket('CONTENT_URL', url, place.bucket)
  const owner = await contentLogId(place)
  if (owner !== undefined && owner !== logId) {
    throw new CannotCopy(`${option}: ${place.where} belongs to the log ${owner}, not to ${logId}: name another place.`)
  }
  return place
}

const openReport = (): Report & { end: () => void } => {
  let { to, end } = openShareProgress({ json, terminal }, 'files', 0)
  return {
    progress: (contents, share) => to(contents, share),
    upToDate: (contents) => {
      end()
      to = end = () => undefined
      const how = source.kind === 'address' ? ', then end this with Ctrl-C.' : '; then this ends by itself.'
      if (json) terminal.print(JSON.stringify({ up_to_date: contents }))
      else
        terminal.note(
          `${contents} contents are copied, and what comes is, too. Stop Siteledger when it suits you${how}`,
        )
    },
    end: () => end(),
  }
}

const wordsOf = ({ contents, copied, lacking, unnamed }: Copied, where: string): string => {
  const before = contents - copied - lacking.length
  const earlier = before === 0 ? '' : ` ${before} were there already.`
  const left = unnamed === 0 ? '' : ` ${unnamed} that no event names were left behind.`
  return `Copied ${copied} of ${contents} contents to ${where}, compared by their hashes.${earlier}${left}`
}

const source = placeOf(undefined, env)

const copy = async (): Promise<void> => {
  const fromUrl = urlOf(values.from)
  const toUrl = urlOf(values.to)
  if (fromUrl === toUrl) throw new Failure('Source and target are the same.', exitCodes.wrongUsage)
  const log = await openPlace(source, undefined, terminal.note)
  const stopped = new AbortController()
  const stillness = stillnessOf(source, stopped.signal)
  if (follow && source.kind === 'address') process.once('SIGINT', () => stopped.abort())
  try {
    if (!follow) refuseWritten(source, env, stillness)
    const logId = await idOf(log)
    if (logId === undefined) throw new CannotCopy(`${log.name} has no log with an id: start Siteledger there once.`)
    const from = await placeAt('--from', fromUrl, logId)
    if ('path' in from && !existsSync(from.path)) {
      throw new CannotCopy(`--from: there is no folder ${from.where}.`)
    }
    const to = await placeAt('--to', toUrl, logId)
    await markContent(to, logId)
    const report = openReport()
    const stores = { from: await openContent(from), to: await openContent(to) }
    const copied = await copyContent({ log, ...stores, stillness, follow, report })
    report.end()
    terminal.print(json ? JSON.stringify(copied) : wordsOf(copied, to.where))
    if (copied.lacking.length === 0) return
    const some = copied.lacking.slice(0, 3).join(', ')
    throw new Failure(`${copied.lacking.length} that the log names are not whole in ${from.where}, such as ${some}.`)
  } finally {
    await log.close()
    stillness.release()
  }
}

await copy().catch(endWith)
