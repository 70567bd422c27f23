import { Anchor } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { askForConsent } from '#schemas/resources/oauth-authorization.ts'
import { signOut } from '#schemas/resources/sessions.ts'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import { ConsentCard } from '#web/features/consent/consent-card.tsx'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { IdentityKeeper } from '#web/routes/identity-keeper.tsx'

/** Asks once: each question is a request of its own, and what is wrong with it stays wrong. */
const consentQuery = (search: string) => ({
  queryKey: ['consent', search],
  queryFn: async () => (await callApi(askForConsent, { query: Object.fromEntries(new URLSearchParams(search)) })).data,
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnReconnect: false,
})

/** Signs out, and comes back to this page with whoever signs in next. */
const NotYou = () => {
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: () => callApi(signOut),
    onSuccess: () => navigate({ to: '/login', search: { back: location.pathname + location.search } }),
    onError: announceFailure,
  })
  return (
    <Anchor component="button" type="button" underline="always" inherit onClick={() => leave.mutate()}>
      Not you?
    </Anchor>
  )
}

/** The page on which a user authorizes an app. The server has answered everything that is wrong with it. */
const AuthorizePage = () => {
  const { data: asked, error } = useQuery(consentQuery(location.search))
  const title = asked ? `Authorize ${asked.client.name}` : 'Authorize an app'
  const other = asked && (
    <>
      Signed in as {asked.user.name} ({asked.user.email}). <NotYou />
    </>
  )
  return (
    <GuestPage title={title} lead="A program may act for you, until you end it in your settings." other={other}>
      {error && <Failure error={error} />}
      {asked && <ConsentCard asked={asked} onAnswered={(redirect) => location.assign(redirect)} />}
      {!(error || asked) && <Waiting label="Loading what the app asks for" />}
      <IdentityKeeper />
    </GuestPage>
  )
}

export default AuthorizePage
