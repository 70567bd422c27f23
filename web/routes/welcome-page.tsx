import { Paper, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Brand } from '#web/components/brand.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import { SchemeToggle } from '#web/components/scheme-toggle.tsx'
import { Shell } from '#web/components/shell.tsx'
import { InterestForm } from '#web/features/welcome/interest-form.tsx'
import { ProductPicture } from '#web/features/welcome/product-picture.tsx'
import styles from '#web/routes/welcome-page.module.css'

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
