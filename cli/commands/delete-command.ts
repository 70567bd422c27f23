import type { Command } from 'commander'
import { commandOf, printDone } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { confirm } from '#cli/prompts.ts'

type Deleting = {
  /** The noun: 'client'. */
  noun: string
  /** The records that are deleted with it, named in the question: 'all its sites, visits and files'. */
  also?: string
  /** Finds its id and name by either. */
  find: (server: Server, text: string) => Promise<{ id: string; name: string }>
  remove: (server: Server, id: string) => Promise<{ trashId: string | null }>
}

/** `delete` of a noun: asks for confirmation on a terminal, and prints how to restore the record. */
export const deleteCommand = ({ noun, also, find, remove }: Deleting): Command =>
  commandOf<{ yes?: true }>(
    {
      name: `delete <${noun}>`,
      summary: `Delete a ${noun}${also ? ` with ${also}` : ''}; it can be restored for 30 days`,
      examples: [`delete "Old one"`, 'delete 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --yes'].map(
        (line) => `${noun === 'category' ? 'categories' : `${noun}s`} ${line}`,
      ),
    },
    async (session, [text = ''], { yes }) => {
      const server = session.server()
      const { id, name } = await find(server, text)
      const warning = also ? ` This also deletes ${also}.` : ''
      await confirm(session.terminal, `Delete the ${noun} ${name}?${warning}`, yes === true)
      const { trashId } = await remove(server, id)
      const undo = trashId === null ? '' : ` To undo it: siteledger trash restore ${trashId}`
      printDone(session, `Deleted the ${noun} ${name}.${undo}`, { id, name, trash_id: trashId })
    },
    (command) => command.option('--yes', 'do not ask'),
  )
