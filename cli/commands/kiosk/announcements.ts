import { bodyFields, type Typed } from '#cli/body-fields.ts'
import { commandOf, groupOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import { printDone } from '#cli/output/records.ts'
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
  columns: [
    { heading: 'Date', of: ({ created_at }) => created_at.slice(0, 10) },
    { heading: 'Announcement', of: ({ body }) => body },
    { heading: 'Action', of: ({ action_url }) => action_url },
    { heading: 'Id', of: ({ id }) => id },
  ],
  pages: (server, _options, limit) => allPages(server, listAnnouncements, {}, limit),
})

const action = {
  action_text: { flags: '--action-text <text>', about: 'the text of its button' },
  action_url: { flags: '--action-url <url>', about: 'where its button leads' },
} as const

const published = bodyFields(publishAnnouncement, { body: 'argument', ...action })

const publish = commandOf<Typed>(
  {
    name: 'publish <text>',
    summary: 'Publish an announcement to everyone; Markdown without HTML',
    examples: ['kiosk announcements publish "On Sunday we move." --action-text "Read more" --action-url /terms'],
  },
  async (session, [body = ''], typed) => {
    const server = session.server()
    const { data } = await server.call(publishAnnouncement, {
      body: { ...(await published.body(server, typed)), body },
    })
    printDone(session, `The announcement is published (${data.id}).`, data)
  },
  published.addOptions,
)

const edited = bodyFields(editAnnouncement, { body: 'argument', ...action })

const edit = commandOf<Typed>(
  {
    name: 'edit <id> <text>',
    summary: 'Change what an announcement says; a button that is not named stays',
    examples: ['kiosk announcements edit 01a2058f-631e-8e7e-8c39-617364ddfe45 "On Monday we move."'],
  },
  async (session, [id = '', body = ''], typed) => {
    const server = session.server()
    const changes = { ...(await edited.body(server, typed)), body }
    const { data } = await server.call(editAnnouncement, { params: { id }, body: changes })
    printDone(session, 'The announcement is changed.', data)
  },
  edited.addOptions,
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
