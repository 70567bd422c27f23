import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Content } from '#schemas/events/file.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { SampleContent } from '#schemas/records/sample-content.ts'
import { maxSampleBytes } from '#schemas/records/sample-content.ts'

/** Draws a file of the sample data: a PDF or a JPEG, the same bytes for the same content. */
export const drawSample = async (content: SampleContent): Promise<Uint8Array> => {
  // The libraries load with the first one: most processes never draw.
  if (content.kind === 'paper') return (await import('./paper.ts')).drawPaper(content)
  return (await import('./photo.ts')).drawPhoto(content)
}

/** Draws and stores files of the sample data. */
export const sampleStore =
  (store: Pick<ContentStore, 'put'>) =>
  async (teamId: TeamId, content: SampleContent): Promise<Content> =>
    store.put(teamId, await drawSample(content), { maxBytes: maxSampleBytes })
