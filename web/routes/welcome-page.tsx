import { Paper, Title, useComputedColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { registerInterest } from '#schemas/resources/interest.ts'
import { Brand } from '#web/components/brand.tsx'
import { EmailField } from '#web/components/email-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import { SchemeToggle } from '#web/components/scheme-toggle.tsx'
import { Shell } from '#web/components/shell.tsx'
import darkAvif from '#web/features/welcome/product/dark.avif'
import darkWebp from '#web/features/welcome/product/dark.webp'
import lightAvif from '#web/features/welcome/product/light.avif'
import lightWebp from '#web/features/welcome/product/light.webp'
import productPictureStyles from '#web/features/welcome/product-picture.module.css'
import styles from '#web/routes/welcome-page.module.css'

const pictures = { light: { avif: lightAvif, webp: lightWebp }, dark: { avif: darkAvif, webp: darkWebp } }

/** The product with sample data, in the colours of the page; it is loaded when it comes near. */
const ProductPicture = () => {
  const { avif, webp } = pictures[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  return (
    <picture>
      <source srcSet={avif} type="image/avif" />
      <img
        src={webp}
        width={1280}
        height={960}
        loading="lazy"
        decoding="async"
        className={productPictureStyles.picture}
        alt="The first page of a team: what is due in numbers, and its newest files with their pictures, sites and categories"
      />
    </picture>
  )
}

/** Leaves an e-mail address; `onDone` receives the page that the server names, and the address. */
const InterestForm = ({ onDone }: { onDone: (url: string, email: string) => unknown }) => {
  const { form, ...state } = useEndpointForm({
    endpoint: registerInterest,
    initial: { email: '' },
    body: (values) => values,
    onDone: ({ url }, { email }) => onDone(url, email),
  })
  return (
    <EndpointForm {...state} action={['Get started', 'Getting started']} narrow>
      <EmailField
        label="Try now FREE"
        placeholder="Your email address"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
    </EndpointForm>
  )
}

const points: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'pin',
    title: 'Everything by site',
    text: 'Clients own sites, sites have dated visits, and every certificate, photo and report hangs where it belongs.',
  },
  {
    icon: 'check',
    title: 'Nothing silently lost',
    text: 'Each change is kept with who made it and when, so you can show what was there on any day.',
  },
  {
    icon: 'eye',
    title: 'The right people see it',
    text: 'Give colleagues a role, limit members to one client or to selected sites, and watch changes come in live.',
  },
]

/** The home page for guests (D-37): what the product does, and a form to leave an e-mail address. */
const WelcomePage = () => {
  const { history } = useRouter()
  return (
    <Shell
      head={
        <>
          <Brand />
          <span className={styles.gap} />
          <SchemeToggle />
          <ButtonLink to="/login" variant="default">
            Sign in
          </ButtonLink>
        </>
      }
    >
      <title>Siteledger · Documents for facilities and field-service teams</title>
      <div className={styles.hero}>
        <div className={styles.words}>
          <Title order={1} className={styles.title}>
            The paperwork of every site, where your team can find it
          </Title>
          <p className={styles.lead}>
            Siteledger keeps the documents of facilities and field-service teams: clients, sites, visits and their
            files, with every change on record.
          </p>
        </div>
        <Paper className={styles.form}>
          <InterestForm onDone={(url, email) => history.push(url, { email })} />
          <p className={styles.small}>
            10 days of everything, no card needed.{' '}
            <TextLink to="/terms" underline="always">
              Terms of service
            </TextLink>
          </p>
        </Paper>
      </div>
      <ProductPicture />
      <ul className={styles.points}>
        {points.map(({ icon, title, text }) => (
          <li key={title}>
            <span className={styles.icon}>
              <Icon name={icon} size={20} />
            </span>
            <Title order={2}>{title}</Title>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Shell>
  )
}

export default WelcomePage
