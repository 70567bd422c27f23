import { v5 as deriveUuid } from 'uuid'
import { type SampleSet, sampleSet } from '#api/domain/sample/sample-set.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { BulkId, CommandId, type TeamId } from '#schemas/ids.ts'

/** The stream of a team's sample data: there is one, so that two who press at once add one set. */
export const sampleBulkOf = (teamId: TeamId): BulkId => BulkId.parse(deriveUuid('sample', teamId))

/** The records of a set that was begun, the same at every try. */
export const setOf = ({ sampleId, day }: EventNamed<'SampleBegun'>['data']): SampleSet =>
  sampleSet(day, (key) => idMadeBy(CommandId.parse(sampleId), `sample/${key}`))
