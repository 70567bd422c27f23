import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { crc32 } from 'node:zlib'
import type { ContentStore } from '#api/adapters/content-store.ts'
import type { PackProgress } from '#api/adapters/locks.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'

type Read = { crc: number; size: number }

/** Reads a content to its end; undefined where it is gone, or is not what was stored. */
