import sharp from 'sharp'
import type { SampleContent, SampleScene } from '#schemas/records/sample-content.ts'

type Photo = Extract<SampleContent, { kind: 'photo' }>

const width = 1024
const height = 768

/** Colours of a scene: a hue with other shares of light. */
const palette =
  (tone: number) =>
  (light: number, saturation = 22) =>
    `hsl(${tone} ${saturation}% ${light}%)`
type Shade = ReturnType<typeof palette>

const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}"/>`
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const times = (many: number, draw: (n: number) => string) => Array.from({ length: many }, (_, n) => draw(n)).join('')

const wallAndFloor = (shade: Shade) => rect(0, 0, width, 560, shade(84, 12)) + rect(0, 560, width, 208, shade(48, 10))

const scenes: Record<SampleScene, (shade: Shade) => string> = {
  plant: (shade) =>
    wallAndFloor(shade) +
    rect(0, 90, width, 26, '#b9744f') +
    rect(0, 140, width, 18, '#9aa5ad') +
    times(3, (n) => rect(170 + n * 250, 100, 22, 190, '#b9744f')) +
    times(
      3,
      (n) =>
        rect(90 + n * 250, 280, 190, 330, shade(62 - n * 6, 30), 18) +
        circle(185 + n * 250, 370, 40, '#f4f4f0') +
        circle(185 + n * 250, 370, 6, '#c0392b'),
    ) +
    circle(860, 220, 64, '#2f6f8f') +
    circle(860, 220, 30, shade(84, 12)),
  roof: (shade) =>
    rect(0, 0, width, 340, '#c4dcec') +
    circle(800, 120, 70, '#fff4d6') +
    rect(0, 330, width, 438, shade(40, 8)) +
    times(6, (n) => rect(0, 390 + n * 64, width, 4, shade(34, 8))) +
    `<ellipse cx="420" cy="600" rx="250" ry="60" fill="${shade(66, 34)}" opacity=".8"/>` +
    times(
      3,
      (n) =>
        rect(120 + n * 280, 260, 150, 130, '#d9dde0', 8) +
        times(4, (m) => rect(135 + n * 280, 285 + m * 24, 120, 8, '#8f999f')),
    ),
  corridor: (shade) =>
    rect(0, 0, width, height, shade(88, 14)) +
    `<path d="M0 768 380 470h264L1024 768z" fill="${shade(56, 18)}"/><path d="M0 0 380 170v300L0 768z" fill="${shade(78, 16)}"/><path d="M1024 0 644 170v300l380 298z" fill="${shade(72, 16)}"/>` +
    rect(440, 240, 144, 232, '#6b8f71', 4) +
    rect(462, 190, 100, 36, '#1e8449', 4) +
    times(3, (n) => rect(470, 40 + n * 44, 84, 16, '#fffdf0')) +
    rect(812, 400, 56, 150, '#c0392b', 20) +
    rect(826, 376, 28, 30, '#2c3e50'),
  switchboard: (shade) =>
    wallAndFloor(shade) +
    rect(150, 80, 724, 560, '#cfd6da', 14) +
    rect(180, 110, 664, 500, '#e9eef0', 8) +
    times(4, (row) =>
      times(
        9,
        (n) =>
          rect(214 + n * 68, 150 + row * 115, 46, 74, '#39464f', 5) +
          rect(229 + n * 68, 164 + row * 115, 16, 34, (row + n) % 7 === 3 ? '#c0392b' : shade(60, 45), 3),
      ),
    ),
  front: (shade) =>
    rect(0, 0, width, 560, '#cfe3f0') +
    rect(0, 600, width, 168, '#7c8487') +
    rect(0, 560, width, 44, '#8fa77f') +
    rect(150, 130, 724, 450, shade(58, 30)) +
    times(3, (row) =>
      times(6, (n) => rect(190 + n * 112, 170 + row * 120, 74, 82, (row * 5 + n) % 4 === 1 ? '#ffe9b0' : '#dcebf2', 3)),
    ) +
    rect(458, 470, 108, 110, '#37474f', 4) +
    rect(130, 110, 764, 26, shade(38, 26)),
}

const escaped = (text: string) => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'))

/** A drawn scene as a JPEG, lit from one side, with its caption at the bottom. */
export const drawPhoto = async ({ scene, tone, caption }: Photo): Promise<Uint8Array> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset="1" stop-color="#000" stop-opacity=".34"/>
    </linearGradient></defs>
    ${scenes[scene](palette(tone))}
    <rect width="${width}" height="${height}" fill="url(#light)"/>
    <text x="24" y="744" font-family="sans-serif" font-size="22" fill="#fff" opacity=".85">${escaped(caption)}</text>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer()
}
