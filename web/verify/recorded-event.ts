/** What a leaf says of its event. */
export type RecordedEvent = { stream: string; revision: number; type: string; data: string; metadata: string }

/** The event of a leaf, with the SHA-256 of its data and of its metadata; undefined for what is no leaf. */
export const eventIn = (leaf: string): RecordedEvent | undefined => {
  const [, stream = '', revision, type = '', data = '', metadata = ''] =
    /^\["siteledger-leaf-1","((?:[^"\\]|\\.)*)",(\d+),"[^"]*","(\w+)","([\da-f]{64})","([\da-f]{64})"\]$/.exec(leaf) ??
    []
  return revision === undefined ? undefined : { stream, revision: Number(revision), type, data, metadata }
}
