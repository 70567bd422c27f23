import { Argument } from 'commander'
import { commandOf, printDone } from '#cli/command.ts'
import { openBrowser } from '#cli/connection/open-browser.ts'
import { type RecordKind, recordKinds, recordOf } from './show.ts'

type Place = { id: string; site?: { id: string } | null }

/** The pages of the web app on which records stand. */
const pages: Readonly<Record<RecordKind, (record: Place) => string>> = {
  client: ({ id }) => `/dashboard/clients/${id}`,
  site: ({ id }) => `/dashboard/sites/${id}`,
  visit: ({ id }) => `/dashboard/visits/${id}`,
  file: ({ id, site }) => `/dashboard/sites/${site?.id}#/files/file/${id}`,
  document: () => '/dashboard#/documents',
  category: ({ id }) => `/dashboard#/files/category/${id}`,
}

export const open = commandOf<{ browser: boolean }>(
  {
    name: 'open',
    summary: 'Open a record in the browser, and print the address of its page',
    examples: [
      'open site 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22',
      'open file 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --no-browser',
    ],
  },
  async (session, [kind = '', text = ''], { browser }) => {
    const server = session.server()
    const record = await recordOf(server, kind, text)
    const address = `${server.url}${pages[kind as RecordKind](record)}`
    printDone(session, address, { url: address })
    if (browser && session.terminal.interactive) openBrowser(address)
  },
  (command) =>
    command
      .addArgument(new Argument('<resource>').choices(recordKinds))
      .argument('<id>')
      .option('--no-browser', 'print the address, and open no browser'),
)
