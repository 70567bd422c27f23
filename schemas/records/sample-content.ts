export type SampleScene = 'plant' | 'roof' | 'corridor' | 'switchboard' | 'front'

/** The content of a made-up file: a paper of one page, or a photo of a scene in a tone (0 to 359). */
export type SampleContent =
  | {
      kind: 'paper'
      title: string
      about: readonly (readonly [label: string, value: string])[]
      text: readonly string[]
    }
  | { kind: 'photo'; scene: SampleScene; tone: number; caption: string }

/** The most bytes of one file of the sample data. */
export const maxSampleBytes = 100_000

/** The most bytes of all its files together, as what a team uploads in a day is counted. */
export const sampleBytes = 5_000_000
