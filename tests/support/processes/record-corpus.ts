import { recordCorpus } from '../event-corpus.ts'

// Records one of each event that the corpus of this release lacks, for tests/schemas/events/corpus.test.ts.
await recordCorpus()
