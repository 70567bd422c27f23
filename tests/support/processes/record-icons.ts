import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { drawIcon, iconNames, pathOfIcon } from '../icons.ts'

// Draws the icons of the installed app anew after the mark has changed; tests/web/page.test.ts says when.
for (const name of iconNames) {
  mkdirSync(dirname(pathOfIcon(name)), { recursive: true })
  writeFileSync(pathOfIcon(name), await drawIcon(name))
}
