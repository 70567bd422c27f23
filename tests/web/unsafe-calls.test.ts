import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const web = fileURLToPath(new URL('../../web/', import.meta.url))
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx|js|html)$/.test(name))
  .map((name) => ({ name, text: readFileSync(web + name, 'utf8') }))

const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
const matchesOf = (pattern: RegExp) =>
  sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, what]) => what))

describe('the sources of the web app', () => {
  test('are found', () => {
    expect(sources.length).toBeGreaterThan(200)
  })

  test('show text as text, and run none', () => {
    expect(filesWith(/dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write|srcDoc/)).toEqual([])
    expect(filesWith(/(?<![.\w])eval\(|new Function\b|set(Timeout|Interval)\(\s*['"`]/)).toEqual([])
    expect(filesWith(/javascript:|rehypeRaw/)).toEqual([])
  })

  test('take messages of no other window but a frame of the payment provider, from its origin', () => {
    const frame = 'components/card/provider-frame.tsx'
    expect(filesWith(/postMessage|window\.onmessage|window\.addEventListener\(\s*['"]message['"]/)).toEqual([frame])
    const { text = '' } = sources.find(({ name }) => name === frame) ?? {}
    expect(text).toContain('origin === frameUrl && source === frame.current?.contentWindow')
    expect([...text.matchAll(/postMessage\((.*)\)$/gm)].map(([, of]) => of)).toEqual([
      'message, frameUrl',
      "{ type: 'look', scheme }, frameUrl",
    ])
  })

  test('keep in the browser light or dark, whether keys act, whether the sidebar is folded, ids of records opened last, whether there are own fields, the layout of a folder, and uploads on their way', () => {
    expect(filesWith(/sessionStorage|document\.cookie|caches\.open|serviceWorker/)).toEqual([])
    expect(filesWith(/indexedDB/)).toEqual(['lib/kept-uploads.ts'])
    const kept = filesWith(/localStorage/i)
    expect(kept.toSorted()).toEqual([
      'components/own/use-own.ts',
      'components/places/sidebar.tsx',
      'features/imports/folder/kept-choices.ts',
      'features/keyboard/use-character-keys.ts',
      'lib/opened.ts',
      'main.tsx',
      'public/colour-scheme.js',
    ])
    expect(new Set(matchesOf(/['`](siteledger:[\w-]+)/g))).toEqual(
      new Set([
        'siteledger:colour-scheme',
        'siteledger:keys',
        'siteledger:opened',
        'siteledger:own-fields',
        'siteledger:sidebar',
      ]),
    )
  })

  test('mask passwords as they are typed, and let password managers and pasting fill them', () => {
    const fields = matchesOf(/<(\w+)\b[^<]*?autoComplete="(?:current|new)-password"/g)

    expect(fields.length).toBeGreaterThanOrEqual(5)
    expect(new Set(fields)).toEqual(new Set(['PasswordField']))
    expect(filesWith(/onPaste|autoComplete="off"[^>]*type="password"/)).toEqual([])
  })
})
