import { commandOf, printDone } from '#cli/command.ts'
import { withProgress } from '#cli/connection/with-progress.ts'
import { checkCanConfirm, confirm } from '#cli/prompts.ts'
import type { Session } from '#cli/session.ts'
import { addSample, undoSample } from '#schemas/resources/sample.ts'
import { counted } from '#schemas/text/counted.ts'
import { safeText } from '#schemas/text/safe-text.ts'

const add = async (session: Session): Promise<void> => {
  const added = await withProgress(session, addSample, {})
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
  await confirm(session.terminal, 'Remove the sample data? It goes to the trash for 30 days.', yes)
  const undone = await withProgress(session, undoSample, {})
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
