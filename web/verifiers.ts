import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The code of one file that holds a module and all that it imports. */
const codeOf = async (config: InlineConfig): Promise<string> => {
  const built = await build({ configFile: false, publicDir: false, logLevel: 'warn', ...config })
  const [output] = 'output' in built ? built.output : []
  if (output === undefined) throw new Error('Nothing was built.')
  return output.code
}

/** The page in one file, which may run its own code and reach nothing. */
const pageOf = (code: string): string => {
  const script = `\n${code.trim().replaceAll('</script', '<\\/script')}\n`
  const digest = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'`
  return readFileSync(here('verify/page.html'), 'utf8')
    .replace(
      '<meta charset="utf-8" />',
      (all) => `${all}\n    <meta http-equiv="content-security-policy" content="${policy}" />`,
    )
    .replace('<script type="module" src="./page.ts"></script>', () => `<script>${script}</script>`)
}

/**
 * `verify.html` and `verify.mjs`, which check what was signed without Siteledger: one file each, for others to keep. Whoever
 * builds them from the same sources gets the same bytes.
 */
export const verifierFiles = async (): Promise<Record<string, string>> => {
  const program = await codeOf({
    // Paths in its comments are those of the repository, wherever it is built.
    build: { ssr: here('verify/program.ts'), write: false, target: 'node20', rolldownOptions: { cwd: here('..') } },
    ssr: { noExternal: true },
  })
  const page = await codeOf({
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: here('verify/page.ts'), output: { format: 'iife' } },
    },
  })
  return { 'verify.html': pageOf(page), 'verify.mjs': program }
}

/** Adds the files that check what was signed. */
export const verifiers = (): Plugin => ({
  name: 'verifiers',
  apply: 'build',
  async generateBundle() {
    const files = Object.entries(await verifierFiles())
    for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source })
  },
})
