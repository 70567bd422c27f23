import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Pure things: no processes, no sockets, nothing on disk but small files. `npm run check` runs these. */
const pure = [
  'tests/schemas/**/*.test.ts',
  'tests/api/domain/**/*.test.ts',
  'tests/projections/**/*.test.ts',
  'tests/web/**/*.test.{ts,tsx}',
  'tests/api/env.test.ts',
  'tests/cli/checks/**/*.test.ts',
]

export default defineConfig({
  test: {
    setupFiles: ['tests/support/no-stray-errors.ts'],
    // One more than there are cores: much of a test is waiting for processes and disks.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { extends: true, test: { name: 'unit', include: pure } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/**/*.test.ts'],
          exclude: [...pure, 'tests/e2e/**', 'tests/bench/**', 'tests/fixtures/**'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
