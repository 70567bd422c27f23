import { sendCommand } from '#cli/body-fields.ts'
import { choosing, commandOf, groupOf, printDone, rowsCommand } from '#cli/command.ts'
import { findAmong } from '#cli/connection/find-by-name.ts'
import type { Server } from '#cli/connection/server.ts'
import { confirm } from '#cli/prompts.ts'
import type { CallOf } from '#schemas/endpoint.ts'
import { fieldKinds, fieldNouns } from '#schemas/records/field-kinds.ts'
import {
  addField,
  arrangeFields,
  type Field,
  listFields,
  removeField,
  restoreField,
  updateField,
} from '#schemas/resources/fields.ts'

const ofFlags = '--of <noun>'
const ofWhat = fieldNouns.join(', ')
const yesOrNo = async (_server: Server, typed: string) => ({ yes: true, no: false })[typed] ?? typed

const findField = async (server: Server, text: string): Promise<Field> =>
  findAmong('field', (await server.call(listFields, { query: {} })).data, text)

const list = rowsCommand<Field, { of?: Field['of']; removed?: true }>(
  {
    name: 'list',
    summary: 'List the own fields of clients, sites and visits, in order',
    examples: ['fields list', 'fields list --of sites', 'fields list --removed --json'],
  },
  (server, _args, { of, removed }) =>
    server.call(listFields, { query: { ...(of && { of }), ...(removed && { removed: 'true' }) } }),
  {
    Of: 'of',
    Name: 'name',
    Kind: 'kind',
    Options: ({ options }) => options.map(({ name }) => name).join(', '),
    Required: ({ required }) => (required ? 'yes' : 'no'),
    Listed: ({ listed }) => (listed ? 'yes' : 'no'),
    Id: 'id',
  },
  (command) =>
    command
      .option(ofFlags, `those of one noun: ${ofWhat}`)
      .option('--removed', 'those instead that were removed in the last 30 days'),
)

const help = { flags: '--help-text <text>', about: 'what the form says below it' }

const add = sendCommand(
  {
    name: 'add <name>',
    summary: 'Add an own field to clients, sites or visits',
    examples: [
      'fields add Meter --of sites --kind text --listed',
      'fields add Heating --of sites --kind choice --option Gas --option "Heat pump" --required',
    ],
  },
  addField,
  {
    name: 'argument',
    of: { flags: ofFlags, about: ofWhat, required: true },
    kind: { flags: '--kind <kind>', about: fieldKinds.join(', '), required: true },
    options: { flags: '--option <names...>', about: 'what may be chosen', find: async (_server, name) => ({ name }) },
    required: { flags: '--required', about: 'records must have it from now on' },
    listed: { flags: '--listed', about: 'lists show it at first' },
    help,
  },
  async (server, [name = ''], sent) => {
    // Commander has seen to it that what is required was typed.
    const body = { ...(await sent()), name } as NonNullable<CallOf<typeof addField>['body']>
    return server.call(addField, { body })
  },
  (data) => `Added the field ${data.name} of ${data.of} (${data.id}).`,
)

const update = sendCommand(
  {
    name: 'update <field>',
    summary: 'Change an own field',
    examples: [
      'fields update Meter --name "Gas meter" --required yes',
      'fields update Heating --option Gas --option "Heat pump" --option Electric',
    ],
  },
  updateField,
  {
    name: { flags: '--name <name>', about: 'another name' },
    kind: { flags: '--kind <kind>', about: 'note, where it is text' },
    options: {
      flags: '--option <names...>',
      about: 'all that may be chosen; those of the same name stay what they are',
      find: async (_server, name) => ({ name }),
    },
    required: { flags: '--required <yes or no>', about: 'whether records must have it', find: yesOrNo },
    listed: { flags: '--listed <yes or no>', about: 'whether lists show it at first', find: yesOrNo },
    help: { ...help, about: 'what the form says below it; "" for nothing' },
  },
  async (server, [text = ''], sent) => {
    const { id, name, options: present } = await findField(server, text)
    const { options, ...details } = await sent()
    const withIds = options?.map((option) => present.find((each) => each.name === option.name) ?? option)
    const body = { name, ...details, ...(withIds && { options: withIds }) }
    return server.call(updateField, { params: { id }, body })
  },
  (data) => `Changed the field ${data.name} of ${data.of}.`,
)

const remove = commandOf<{ yes?: true }>(
  {
    name: 'remove <field>',
    summary: 'Remove an own field; it can be restored with its values for 30 days',
    examples: ['fields remove Meter', 'fields remove 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --yes'],
  },
  async (session, [text = ''], { yes }) => {
    const server = session.server()
    const { id, name, of } = await findField(server, text)
    await confirm(session.terminal, `Remove the field ${name} of ${of}?`, yes === true)
    await server.call(removeField, { params: { id } })
    printDone(session, `Removed the field ${name} of ${of}. To undo it: siteledger fields restore ${id}`, { id, name })
  },
  (command) => command.option('--yes', 'do not ask'),
)

const restore = commandOf(
  {
    name: 'restore <field>',
    summary: 'Bring an own field back that was removed in the last 30 days, with its values',
    examples: ['fields restore Meter'],
  },
  async (session, [text = '']) => {
    const server = session.server()
    const { data: removed } = await server.call(listFields, { query: { removed: 'true' } })
    const { id } = findAmong('removed field', removed, text)
    const { data } = await server.call(restoreField, { params: { id } })
    printDone(session, `Restored the field ${data.name} of ${data.of}.`, data)
  },
  choosing,
)

const order = commandOf<{ of: Field['of'] }>(
  {
    name: 'order <names...>',
    summary: 'Put the own fields of a noun in another order; those that are not named follow',
    examples: ['fields order --of sites Meter Heating'],
  },
  async (session, names, { of }) => {
    const server = session.server()
    const { data: present } = await server.call(listFields, { query: { of } })
    const first = names.map((name) => findAmong('field', present, name).id)
    const ids = [...first, ...present.map(({ id }) => id).filter((id) => !first.includes(id))]
    const { data } = await server.call(arrangeFields, { body: { of, ids } })
    printDone(session, `The fields of ${of} come in this order: ${data.map(({ name }) => name).join(', ')}.`, {
      fields: data,
    })
  },
  (command) => command.requiredOption(ofFlags, ofWhat),
)

export const fields = groupOf('fields', 'Own fields of clients, sites and visits', [
  list,
  add,
  update,
  remove,
  restore,
  order,
])
