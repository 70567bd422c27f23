import { useQueryClient } from '@tanstack/react-query'
import type { Progress } from '#schemas/calls/progress.ts'
import type { ResponseOf } from '#schemas/endpoint.ts'
import { addSample, type undoSample as undoContract, undoSample } from '#schemas/resources/sample.ts'
import { counted } from '#schemas/text/counted.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { asOne, reloadAll } from '#web/lib/affected.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'

type Removed = ResponseOf<typeof undoContract>
type Tell = (progress: Progress) => void

/** The outcome of adding or removing the sample data. */
export const removedWords = ({ kept }: Pick<Removed, 'kept'>): string =>
  kept === 0
    ? 'The sample data has been removed.'
    : `The sample data has been removed, except for ${counted(kept, 'record', 'records')} that someone has worked on.`

/** Adds the team's sample data, with an offer to undo it, or removes it; both tell how far they have come. */
export const useSample = () => {
  const queries = useQueryClient()
  /** Lists show what became of it at the end, also if the connection broke on the way. */
  const thenReload = <Done>(act: () => Promise<Done>): Promise<Done> =>
    asOne(queries, () => act().finally(() => reloadAll(queries)))

  const remove = (tell: Tell): Promise<Removed> => thenReload(() => callWithProgress(undoSample, {}, tell))
  const add = async (tell: Tell): Promise<void> => {
    await thenReload(() => callWithProgress(addSample, {}, tell))
    const undo = async (tellUndo: Tell) => removedWords(await remove(tellUndo))
    void offerUndo({ text: 'The sample data has been added.', undo })
  }
  return { add, remove }
}
