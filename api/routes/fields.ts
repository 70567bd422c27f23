import { type FieldCommand, fieldDecider, type OwnField, type OwnFields, presentFields } from '#api/domain/field.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load, type Seen } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fieldsStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { HttpProblem, invalid } from '#api/http/problem.ts'
import { refusalOf } from '#api/http/refusals.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import type { FieldRow } from '#projections/facilities/fields.ts'
import { fieldDetails } from '#schemas/details/field.ts'
import type { CommandContext } from '#schemas/event.ts'
import { FieldId, OptionId, type TeamId } from '#schemas/ids.ts'
import { nouns } from '#schemas/nouns.ts'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import { deletedBefore } from '#schemas/records/trash.ts'
import {
  addField,
  arrangeFields,
  type Field,
  listFields,
  removeField,
  restoreField,
  type StaleFields,
  updateField,
} from '#schemas/resources/fields.ts'
import { counted } from '#schemas/text/counted.ts'

const present = ({ removed_at, ...field }: FieldRow): Field => ({ ...field, ...(removed_at ? { removed_at } : {}) })

/** A field as its command has left it in the log. */
const written = ({ removedAt, revision, ...field }: OwnField): FieldRow => ({
  ...field,
  removed_at: removedAt,
  revision: String(revision),
})

/** Options with ids, of which the command makes those that are missing. */
const withIds = ({ commandId }: CommandContext, options: readonly { id?: OptionId | undefined; name: string }[]) =>
  options.map(({ id, name }, at) => ({ id: id ?? OptionId.parse(idMadeBy(commandId, `option/${at}`)), name }))

/** The own fields of a team: their names, kinds and order. What records hold is said with the records. */
export const fieldRoutes = ({ fields }: ReadModels['records']): Route[] => {
  const change = (ledger: Ledger, command: FieldCommand, context: CommandContext, seen?: Seen<OwnFields>) =>
    handle(ledger, fieldDecider, fieldsStream(command.teamId), command, context, seen)

  const inState = (state: OwnFields, id: FieldId) => orNotFound(state.fields.find((field) => field.id === id))

  /** One stream holds all fields, so `If-Match` is compared with the field's own revision. */
  const seenOf = (id: FieldId, ifMatch: IfMatch): Seen<OwnFields> => ({
    ...ifMatch,
    of: ({ fields: all }) => all.find((field) => field.id === id)?.revision ?? null,
  })

  const shown = (teamId: TeamId, id: FieldId, state: OwnFields) =>
    present(
      asAdded(
        fields.of(teamId).find((field) => field.id === id),
        written(inState(state, id)),
      ),
    )

  /** Throws 422 for options that are left out although records have them. */
  const checkUses = (teamId: TeamId, id: FieldId, kept: readonly { id?: OptionId | undefined }[]) => {
    const field = fields.of(teamId).find((each) => each.id === id)
    const left = field?.options.filter((option) => kept.every((each) => each.id !== option.id)) ?? []
    const uses = left.length > 0 ? fields.uses(id) : undefined
    const inUse = left.filter((option) => uses?.has(option.id))
    if (!field || inUse.length === 0) return
    const { one } = nouns[field.of]
    const said = (option: { id: string; name: string }) =>
      `The option “${option.name}” is used by ${counted(uses?.get(option.id) ?? 0, one, field.of)}.`
    throw invalid({ options: inUse.map(said) })
  }

  /** Adds the present fields, from the log, to the refusal of an outdated order. */
  const withPresent = (ledger: Ledger, teamId: TeamId, of: FieldNoun) => async (error: unknown) => {
    if (!(error instanceof RuleBroken) || error.rule !== 'fields-stale') throw error
    const state = await load(ledger, fieldDecider, fieldsStream(teamId))
    const { status, problem } = refusalOf(error.rule)
    const stale: StaleFields = { ...problem, fields: presentFields(state, of).map(written).map(present) }
    throw new HttpProblem(status, stale)
  }

  return [
    route(listFields, ({ actor, query: { of, removed } }) => {
      const { teamId } = inTeam(actor).scope
      if (!removed) return resource(fields.of(teamId, of).map(present))
      const since = deletedBefore(new Date())
      const gone = fields.removed(teamId).filter(({ removed_at }) => removed_at !== null && removed_at > since)
      return resource(gone.filter((field) => of === undefined || field.of === of).map(present))
    }),

    route(addField, async ({ actor, body: { of, options, ...details }, context, ledger }) => {
      const { teamId } = inTeam(actor).scope
      const fieldId = FieldId.parse(idMadeBy(context.commandId, 'field'))
      const command = { type: 'AddField', teamId, fieldId, of, ...details, options: withIds(context, options) } as const
      const { state, position } = await change(ledger, command, context)
      return resource(() => shown(teamId, fieldId, state), position)
    }),

    route(updateField, async ({ actor, params: { id }, body: { options, ...body }, context, ifMatch, ledger }) => {
      const { teamId } = inTeam(actor).scope
      if (options) checkUses(teamId, id, options)
      const given = options && {
        options: withIds(context, options),
        known: options.flatMap((option) => option.id ?? []),
      }
      const command = { type: 'ChangeField', teamId, fieldId: id, ...fieldDetails.of(body), ...given } as const
      const { state, position } = await change(ledger, command, context, seenOf(id, ifMatch))
      return resource(() => shown(teamId, id, state), position)
    }),

    route(arrangeFields, async ({ actor, body: { of, ids }, context, ledger }) => {
      const { teamId } = inTeam(actor).scope
      const command = { type: 'ArrangeFields', teamId, of, fieldIds: ids } as const
      const { position } = await change(ledger, command, context).catch(withPresent(ledger, teamId, of))
      return resource(() => fields.of(teamId, of).map(present), position)
    }),

    route(removeField, async ({ actor, params: { id }, context, ifMatch, ledger }) => {
      const { teamId } = inTeam(actor).scope
      const command = { type: 'RemoveField', teamId, fieldId: id, at: context.at } as const
      const { position } = await change(ledger, command, context, seenOf(id, ifMatch))
      return empty(position)
    }),

    route(restoreField, async ({ actor, params: { id }, context, ledger }) => {
      const { teamId } = inTeam(actor).scope
      const command = { type: 'RestoreField', teamId, fieldId: id, at: context.at } as const
      const { state, position } = await change(ledger, command, context)
      return resource(() => shown(teamId, id, state), position)
    }),
  ]
}
