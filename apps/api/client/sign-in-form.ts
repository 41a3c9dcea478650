import { signIn, signOut } from './session.ts';
import type { Immutable, Plugin, SwaggerUi } from './swagger-ui.ts';

interface Props extends SwaggerUi {
  authorized: Immutable | undefined;
  name: string;
}

/** Replaces Swagger UI's form for OAuth clients with an email address and a password. */
export const signInForm: Plugin = ({ React }) => {
  const element = React.createElement;

  function SignedIn({ ui, username }: { ui: SwaggerUi; username: string }) {
    const onClick = () => void signOut(ui);
    return element(
      'div',
      { className: 'sign-in' },
      element('p', null, `Signed in as ${username} in this tab.`),
      element('button', { type: 'button', className: 'btn modal-btn auth', onClick }, 'Logout'),
    );
  }

  function Form({ ui }: { ui: SwaggerUi }) {
    const [problem, setProblem] = React.useState<string | undefined>(undefined);
    const [isBusy, setBusy] = React.useState(false);
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      const form = new FormData(event.target as HTMLFormElement);
      setBusy(true);
      void signIn(ui, form.get('username') as string, form.get('password') as string).then(
        (problem) => {
          setBusy(false);
          setProblem(problem);
          if (!problem) ui.authActions.showDefinitions(false);
        },
      );
    };
    return element(
      'form',
      { className: 'sign-in', onSubmit },
      field('Email address', {
        name: 'username',
        type: 'email',
        autoFocus: true,
        autoComplete: 'username',
      }),
      field('Password', { name: 'password', type: 'password', autoComplete: 'current-password' }),
      problem && element('p', { className: 'problem', role: 'alert' }, problem),
      element(
        'button',
        { type: 'submit', className: 'btn modal-btn auth authorize', disabled: isBusy },
        'Sign in',
      ),
    );
  }

  function field(label: string, attributes: object) {
    return element('label', null, label, element('input', { required: true, ...attributes }));
  }

  return {
    components: {
      oauth2: ({ authorized, name, ...ui }: Props) => {
        const present = authorized?.get(name) as Immutable | undefined;
        return present
          ? element(SignedIn, { ui, username: String(present.get('username')) })
          : element(Form, { ui });
      },
    },
  };
};
