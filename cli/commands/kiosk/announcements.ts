import { sendCommand } from '#cli/body-fields.ts'
import { commandOf, groupOf, printDone } from '#cli/command.ts'
import { allPages } from '#cli/connection/server.ts'
import { confirm } from '#cli/prompts.ts'
import {
  type Announcement,
  editAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  removeAnnouncement,
} from '#schemas/resources/announcements.ts'
import { listCommand } from '../list-command.ts'

const list = listCommand<Announcement>({
  noun: 'announcements, newest first',
  examples: ['kiosk announcements list', 'kiosk announcements list --all --json'],
  searchable: false,
  columns: { Date: ({ created_at }) => created_at.slice(0, 10), Announcement: 'body', Action: 'action_url', Id: 'id' },
  pages: (server, _options, limit) => allPages(server, listAnnouncements, {}, limit),
})

const action = {
  action_text: { flags: '--action-text <text>', about: 'the text of its button' },
  action_url: { flags: '--action-url <url>', about: 'where its button leads' },
} as const

const publish = sendCommand(
  {
    name: 'publish <text>',
    summary: 'Publish an announcement to everyone; Markdown without HTML',
    examples: ['kiosk announcements publish "On Sunday we move." --action-text "Read more" --action-url /terms'],
  },
  publishAnnouncement,
  { body: 'argument', ...action },
  async (server, [body = ''], sent) =>
    server.call(publishAnnouncement, {
      body: { ...(await sent()), body },
    }),
  (data) => `The announcement is published (${data.id}).`,
)

const edit = sendCommand(
  {
    name: 'edit <id> <text>',
    summary: 'Change what an announcement says; a button that is not named stays',
    examples: ['kiosk announcements edit 01a2058f-631e-8e7e-8c39-617364ddfe45 "On Monday we move."'],
  },
  editAnnouncement,
  { body: 'argument', ...action },
  async (server, [id = '', body = ''], sent) => {
    const changes = { ...(await sent()), body }
    return server.call(editAnnouncement, { params: { id }, body: changes })
  },
  () => 'The announcement is changed.',
)

const remove = commandOf<{ yes?: true }>(
  {
    name: 'delete <id>',
    summary: 'Take an announcement back',
    examples: ['kiosk announcements delete 01a2058f-631e-8e7e-8c39-617364ddfe45'],
  },
  async (session, [id = ''], { yes = false }) => {
    const server = session.server()
    await confirm(session.terminal, 'Take the announcement back?', yes)
    await server.call(removeAnnouncement, { params: { id } })
    printDone(session, 'The announcement is gone.', { deleted: id })
  },
  (command) => command.option('--yes', 'do not ask'),
)

export const announcements = groupOf('announcements', 'Announcements to everyone', [list, publish, edit, remove])
