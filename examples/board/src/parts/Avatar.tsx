import { useQuery } from 'rdc-toolkit/react';
import { initialsQuery } from '../resources/initials';
import type { User } from '../resources/User';

/** A user's initials in their color, or an empty ring. */
export function Avatar({ of: user }: { of: User | null }) {
  const initials = useQuery(initialsQuery);
  if (!user) return <span className="avatar avatar-empty" title="Unassigned" />;
  return (
    <span className="avatar" style={{ '--hue': user.hue }} title={user.login} aria-hidden="true">
      {initials?.[user.login]}
    </span>
  );
}
