import { Link, redirect } from 'react-router'
import { callContext } from '../../api/load-context.ts'
import { safeRedirect } from '../../session/redirect-after-login.ts'
import { loadKnownUser } from '../../session/session.ts'
import type { Route } from './+types/login'
import { LoginForm } from './login-form.tsx'

function redirectWhenSignedIn({ user, request }: { user: { role: string } | null; request: Request }): null {
  if (user !== null) throw redirect(safeRedirect({ role: user.role, to: new URL(request.url).searchParams.get('to') }))
  return null
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const user = await context
    .get(callContext)('GET /users/loggedinuser', {})
    .catch(() => null)
  return redirectWhenSignedIn({ user, request })
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return redirectWhenSignedIn({ user: await loadKnownUser(), request })
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Sign in · ${matches[0]?.loaderData?.storeName ?? ''}` },
  {
    name: 'description',
    content: 'Sign in or register with a name and PIN to track your orders and keep your cart on every device.',
  },
  // Without the `to` parameter.
  { tagName: 'link', rel: 'canonical', href: `${matches[0]?.loaderData?.origin ?? ''}/login` },
]

export default function Login() {
  return (
    <div className="page-width flex justify-center pt-10 sm:pt-20">
      <div className="flex w-full max-w-md flex-col gap-8">
        <div className="flex flex-col gap-4">
          <h1 className="title">Sign in or register</h1>
          <p className="text-soft">
            Enter your username and PIN to sign in or register. If you are new here, we create an account for you.
          </p>
          <div aria-hidden="true" className="dashed-line text-thread" />
        </div>
        <noscript>
          <p>
            Signing in needs JavaScript.{' '}
            <a href="/buy" className="link">
              You can browse the shop without it.
            </a>
          </p>
        </noscript>
        <LoginForm />
        <p className="text-sm text-soft">
          <Link to="/forgot-pin" className="link inline-flex min-h-11 items-center">
            Forgot your PIN?
          </Link>
        </p>
      </div>
    </div>
  )
}
