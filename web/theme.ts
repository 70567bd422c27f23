import {
  Anchor,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Paper,
} from '@mantine/core'

const harbour: MantineColorsTuple = [
  '#eff8fa',
  '#dceef2',
  '#b9dde6',
  '#8fc8d5',
  '#63b0c2',
  '#4099af',
  '#2b8299',
  '#1b6a7e',
  '#185868',
  '#124653',
]

const gray: MantineColorsTuple = [
  '#f6f8f9',
  '#eef1f3',
  '#e4e9ec',
  '#d6dde1',
  '#c1cbd1',
  '#a0adb5',
  '#77868f',
  '#52616a',
  '#36434b',
  '#1d282e',
]

const dark: MantineColorsTuple = [
  '#dbe2e6',
  '#b8c3c9',
  '#95a3ab',
  '#6a7982',
  '#3d4a52',
  '#303c43',
  '#263138',
  '#1b252b',
  '#141c21',
  '#0e1418',
]

/** The visual theme: one brand colour, cool neutrals, and a compact, even spacing scale (4, 8, 12, 16, 24, 32). */
export const theme = createTheme({
  colors: { harbour, gray, dark },
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem', xxl: '2rem' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Card: Card.extend({ defaultProps: { withBorder: true, padding: 'lg' } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true } }),
    // Set by name, because the components load after the first page.
    InputWrapper: {
      defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      styles: { error: { fontSize: '0.8125rem' }, description: { fontSize: '0.75rem' } },
    },
    Progress: { defaultProps: { color: 'var(--siteledger-accent)' } },
  },
})

/** Colours with sufficient contrast to their background in both schemes (WCAG AA). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[7],
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': harbour[7],
    '--mantine-color-default-border': gray[4],
    '--siteledger-ground': gray[0],
    '--siteledger-line': gray[3],
    '--siteledger-field': '#84939c',
    '--siteledger-accent': harbour[7],
    '--siteledger-tint': harbour[0],
    '--siteledger-tint-text': harbour[8],
    '--siteledger-raised': '0 1px 2px rgb(20 40 50 / 6%), 0 4px 16px rgb(20 40 50 / 7%)',
  },
  dark: {
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': harbour[3],
    '--mantine-color-default-border': dark[4],
    '--siteledger-ground': dark[8],
    '--siteledger-line': dark[5],
    '--siteledger-field': dark[3],
    '--siteledger-accent': harbour[4],
    '--siteledger-tint': dark[6],
    '--siteledger-tint-text': harbour[2],
    '--siteledger-raised': '0 1px 2px rgb(0 0 0 / 40%), 0 6px 20px rgb(0 0 0 / 35%)',
  },
})
