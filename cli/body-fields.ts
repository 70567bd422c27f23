import { type Command, Option } from 'commander'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { choosing, commandOf, type Description, printDone } from './command.ts'
import type { Server } from './connection/server.ts'

/**
 * A body field with a flag. `find` maps the typed value to the sent one, such as a name to an id; `findAll` maps all that
 * were typed to one.
 */
type Flag = { flags: string; about: string; required?: true; find?: Find; findAll?: FindAll }
type FindAll = (server: Server, typed: readonly string[]) => Promise<unknown>
type Find = (server: Server, typed: string) => Promise<unknown>
type Taken = Flag | 'argument' | 'not taken'

type Sent<E extends Endpoint> = NonNullable<CallOf<E>['body']>

const asTyped: Find = async (_server, typed) => typed

/** The options of a command as typed. */
export type Typed = Record<string, string | string[] | undefined>

const optionOf = ({ flags, about, required }: Flag): Option =>
  new Option(flags, about).makeOptionMandatory(required === true)

/**
 * How a command accepts each field of a body: by a flag, as an argument, or not at all. Options and body derive from
 * this one table, and a contract field that is missing from it does not compile.
 */
export const bodyFields = <E extends Endpoint>(_endpoint: E, table: Record<keyof Sent<E>, Taken>) => {
  const flags = Object.entries<Taken>(table).flatMap(([field, taken]) =>
    typeof taken === 'object' ? [{ field, taken, name: optionOf(taken).attributeName() }] : [],
  )
  return {
    addOptions: (command: Command): Command => {
      for (const { taken } of flags) command.addOption(optionOf(taken))
      return command
    },
    /** The fields whose flags were typed, so that an update leaves the others as they are. */
    body: async (server: Server, typed: Typed): Promise<Partial<Sent<E>>> => {
      const body: Record<string, unknown> = {}
      for (const { field, taken, name } of flags) {
        const value = typed[name]
        const find = taken.find ?? asTyped
        if (Array.isArray(value) && taken.findAll) body[field] = await taken.findAll(server, value)
        else if (Array.isArray(value)) body[field] = await Promise.all(value.map((each) => find(server, each)))
        else if (value !== undefined) body[field] = await find(server, value)
      }
      return body as Partial<Sent<E>>
    },
  }
}

/** A command that makes one call with such fields, which `sent` answers, and says what came of it. */
export const sendCommand = <E extends Endpoint, Data extends object>(
  description: Description,
  endpoint: E,
  table: Record<keyof Sent<E>, Taken>,
  send: (server: Server, args: readonly string[], sent: () => Promise<Partial<Sent<E>>>) => Promise<{ data: Data }>,
  said: (data: Data) => string,
): Command => {
  const fields = bodyFields(endpoint, table)
  return commandOf<Typed>(
    description,
    async (session, args, typed) => {
      const server = session.server()
      const { data } = await send(server, args, () => fields.body(server, typed))
      printDone(session, said(data), data)
    },
    (command) => choosing(fields.addOptions(command)),
  )
}
