import type { ManifestPlan } from '#api/domain/manifest-decisions.ts'
import { MadeKind } from '#schemas/events/import.ts'
import { type FilesLine, noFiles } from '#schemas/resources/import-files.ts'
import { untilCaughtUp } from './catching-up.ts'
import { cellReader } from './cell-reader.ts'
import { checkLength, type DecidedFile, decideManifest } from './decide-manifest.ts'
import { counted, type ManifestAnswer, missingIn } from './manifest-lines.ts'
import { planFor, type SentManifest } from './manifest-plan.ts'
import { tableOf } from './prepare.ts'
import { openScratch } from './scratch.ts'
import type { FilesTools } from './tools.ts'

const dryLines = async function* (
  decided: AsyncIterable<DecidedFile> | Iterable<DecidedFile>,
  plan: ManifestPlan,
  close: () => void,
): AsyncGenerator<FilesLine[]> {
  const summary = noFiles()
  try {
    for await (const each of decided) yield [counted(summary, each)]
    for (const kind of MadeKind.options) summary.created[kind] = plan.missing.needed(kind)
    yield [{ missing: missingIn(plan) }, { summary }]
  } finally {
    close()
  }
}

/** A source whose first item has been read, which throws what the first item does. */
const begun = async <Item>(items: AsyncGenerator<Item>): Promise<AsyncIterable<Item>> => {
  const first = await items.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* items
  })()
}

/**
 * Decides a manifest and writes nothing. Rows are answered as they are decided, unless the plan of the team has to allow
 * sites that are still to be counted. Throws as `planImport` does.
 */
export const dryRun = async (tools: FilesTools, sent: SentManifest): Promise<ManifestAnswer> => {
  const table = await tableOf(sent)
  await checkLength(table)
  await untilCaughtUp(tools)
  const plan = await planFor(tools, sent, null, false)
  const decided = decideManifest(table.rows(), plan, cellReader({ ...sent, own: [] }))
  const headers = { 'x-import-resumed': 'false' }
  const { quota } = tools
  if (!sent.create.includes('sites') || quota.left(sent.teamId, sent.context) === null) {
    return { headers, lines: dryLines(await begun(decided), plan, () => {}) }
  }
  const scratch = openScratch<DecidedFile>(tools.folder)
  try {
    for await (const each of decided) scratch.add(each)
    quota.require(sent.teamId, plan.missing.needed('sites'), sent.context)
    return { headers, lines: dryLines(scratch.rows(), plan, scratch.close) }
  } catch (error) {
    scratch.close()
    throw error
  }
}
