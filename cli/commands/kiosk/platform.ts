import { commandOf } from '#cli/command.ts'
import { printOne, printRows } from '#cli/output/records.ts'
import { safeJson } from '#cli/output/safe-text.ts'
import { listLargestTeams, showStorage } from '#schemas/resources/storage.ts'
import { listTraffic } from '#schemas/resources/traffic.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'

export const storage = commandOf(
  {
    name: 'storage',
    summary: 'Show what the log and the read models take, what is free, the newest backup, and the largest teams',
    examples: ['kiosk storage', 'kiosk storage --json'],
  },
  async (session) => {
    const server = session.server()
    const { data: shown } = await server.call(showStorage)
    const { data: teams } = await server.call(listLargestTeams)
    if (session.json) return session.terminal.print(safeJson(JSON.stringify({ ...shown, teams }, null, 2)))
    const { events, read_models, free, content_free, newest_backup: backup } = shown
    printOne(session, {
      log: events === null ? 'in an EventStoreDB' : humanReadableSize(events),
      read_models: humanReadableSize(read_models),
      free: humanReadableSize(free),
      free_for_files: humanReadableSize(content_free),
      newest_backup: backup && `${backup.at}: ${backup.files} files, ${humanReadableSize(backup.bytes)}`,
    })
    if (teams.length === 0) return
    session.terminal.print('')
    printRows(
      session,
      [
        { heading: 'Team', of: ({ name }) => name },
        { heading: 'Files and documents', of: ({ files }) => files },
        { heading: 'Size', of: ({ bytes }) => humanReadableSize(bytes) },
        { heading: 'Id', of: ({ id }) => id },
      ],
      teams,
    )
  },
)

export const traffic = commandOf(
  {
    name: 'traffic',
    summary: 'Show events, the growth of the log, and what became of mails and texts, day by day for 30 days',
    examples: ['kiosk traffic', 'kiosk traffic --json'],
  },
  async (session) => {
    const { data } = await session.server().call(listTraffic)
    printRows(
      session,
      [
        { heading: 'Day', of: ({ day }) => day },
        { heading: 'Events', of: ({ events }) => events },
        { heading: 'Log grew by', of: ({ log_bytes }) => humanReadableSize(log_bytes) },
        { heading: 'Mails sent', of: ({ mails }) => mails.sent },
        { heading: 'Refused', of: ({ mails }) => mails.refused },
        { heading: 'Too old', of: ({ mails }) => mails['too-old'] },
        { heading: 'To nobody', of: ({ mails }) => mails.nobody },
        { heading: 'Texts sent', of: ({ texts }) => texts.sent },
      ],
      data,
    )
  },
)
