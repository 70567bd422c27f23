import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { z } from 'zod'
import { commandOf, printDone } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { openProgress } from '#cli/output/progress.ts'
import { safeText } from '#cli/output/safe-text.ts'
import { checkCanConfirm, confirm } from '#cli/prompts.ts'
import type { Session } from '#cli/session.ts'
import { progressLine } from '#schemas/calls/progress.ts'
import { addSample, undoSample } from '#schemas/resources/sample.ts'
import { counted } from '#schemas/text/counted.ts'

type Sample = typeof addSample | typeof undoSample

const brokenOff = 'The connection broke. What has begun goes on; the same command shows what became of it.'

/** Calls an endpoint that tells its progress, which a terminal shows, and returns its outcome. */
const withProgress = async <E extends Sample>(
  session: Session,
  server: Server,
  endpoint: E,
): Promise<z.output<E['response']>> => {
  const answer = await server.open(endpoint, {}, { headers: { accept: 'application/x-ndjson' } })
  const line = progressLine(endpoint.response)
  let progress: ReturnType<typeof openProgress> | undefined
  try {
    const body = Readable.fromWeb(answer.body as ReadableStream)
    for await (const text of createInterface({ input: body, crlfDelay: Number.POSITIVE_INFINITY })) {
      const told = line.parse(JSON.parse(text))
      if ('error' in told) throw new Failure(told.error.message)
      if ('outcome' in told) return told.outcome as z.output<E['response']>
      progress ??= openProgress(session, 'records', told.progress.total)
      progress.to(told.progress.done)
    }
  } finally {
    progress?.end()
  }
  throw new Failure(brokenOff, exitCodes.serverUnreachable)
}

const add = async (session: Session): Promise<void> => {
  const added = await withProgress(session, session.server(), addSample)
  const { clients, sites, visits, files, documents, categories } = added
  const words = [
    counted(clients, 'client'),
    counted(sites, 'site'),
    counted(visits, 'visit'),
    counted(files, 'file'),
    counted(documents, 'document'),
  ].join(', ')
  printDone(
    session,
    `The team has the sample data: ${words} and ${counted(categories, 'category', 'categories')}.`,
    added,
  )
}

const remove = async (session: Session, yes: boolean): Promise<void> => {
  checkCanConfirm(session.terminal, yes)
  const server = session.server()
  await confirm(session.terminal, 'Remove the sample data? It goes to the trash for 30 days.', yes)
  const undone = await withProgress(session, server, undoSample)
  const { deleted, kept, kept_records } = undone
  printDone(session, `Removed the sample data: ${deleted} deleted, ${kept} kept.`, undone)
  if (session.json || kept === 0) return
  session.terminal.print('Kept, because someone has worked on them since:')
  for (const { kind, name, id } of kept_records) session.terminal.print(safeText(`  ${name} (${kind}, ${id})`))
}

export const sample = commandOf<{ undo?: true; yes?: true }>(
  {
    name: 'sample',
    summary: 'Add sample data to an empty team to look around in, or remove it',
    examples: ['sample', 'sample --undo'],
  },
  (session, _args, { undo, yes = false }) => (undo ? remove(session, yes) : add(session)),
  (command) =>
    command
      .option('--undo', 'remove the sample data, except what someone has worked on since')
      .option('--yes', 'do not ask'),
)
