import { useController, useSuspense } from 'rdc-toolkit/react';
import { logIn } from '../resources/Session';
import { UserResource } from '../resources/User';
import { useTitle } from '../useTitle';
import './session.css';

/** A login form, without a password. */
export function LogIn() {
  useTitle('Log in');
  const controller = useController();
  const people = useSuspense(UserResource.getList);

  async function enter(form: FormData) {
    await controller.fetch(logIn, { login: String(form.get('login')) });
    // A session starts with no data of the previous one, and with its own stream.
    controller.resetEntireStore();
  }

  return (
    <main className="log-in">
      <form className="form" action={enter}>
        <h1>Board</h1>
        <p className="muted">An issue tracker on rdc-toolkit. Pick any user; there are no passwords.</p>
        <label>
          Who are you?
          <select name="login" defaultValue="octocat">
            {people.map(person => (
              <option key={person.login}>{person.login}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="button primary">
          Log in
        </button>
      </form>
    </main>
  );
}
