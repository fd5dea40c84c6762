import { createRequire } from 'node:module';
import { inTransaction } from './database.mjs';

// The package is one JSON file, which Node 20 imports only with a warning.
const events = createRequire(import.meta.url)('@octokit/webhooks-examples');

/** Labels for the kind of work that an event is about, added to its recorded labels. */
const kinds = {
  'pull request': { color: '1f6feb', description: 'A change that waits for review' },
  discussion: { color: '8250df', description: 'A question or an announcement' },
  security: { color: 'bf8700', description: 'An alert or an advisory' },
  build: { color: '0e8a7d', description: 'A check or a workflow' },
  planning: { color: '57606a', description: 'A goal, not yet a task' },
};

const person = ({ login, id, type, html_url }) => ({ login, id: String(id), type, url: html_url });
const label = ({ name, color, description }) => ({ name, color, description: description ?? '' });

const finished = ['closed', 'fixed', 'dismissed', 'completed', 'success'];

/** The column for a recorded state. */
function statusOf(state, assignee) {
  if (finished.includes(state)) return 'done';
  if (state === 'in_progress') return 'in-progress';
  return assignee ? 'todo' : 'backlog';
}

const alert = (alert, sender, title, body) => ({
  title,
  body,
  status: statusOf(alert.state, alert.dismissed_by ?? alert.dismisser),
  assignee: alert.dismissed_by ?? alert.dismisser,
  reporter: sender,
  kind: 'security',
  createdAt: alert.created_at,
});

/** An issue for the record that each kind of event is about. */
const readers = {
  issues: ({ issue }) =>
    issue.user &&
    !issue.pull_request && { ...issue, status: statusOf(issue.state, issue.assignee), reporter: issue.user },

  pull_request: ({ pull_request: pull }) => ({
    ...pull,
    status: pull.state === 'open' ? 'in-progress' : statusOf(pull.state),
    assignee: pull.requested_reviewers[0] ?? pull.assignee,
    reporter: pull.user,
    kind: 'pull request',
  }),

  pull_request_review_thread: ({ pull_request: pull }) => ({
    ...pull,
    status: 'in-progress',
    reporter: pull.user,
    kind: 'pull request',
  }),

  // Someone was testing replies; those are not work.
  discussion_comment: ({ discussion }) =>
    !discussion.title.startsWith('TEST') && {
      ...discussion,
      status: statusOf(discussion.state),
      reporter: discussion.user,
      kind: 'discussion',
    },

  code_scanning_alert: ({ alert: { rule, tool, ...rest }, sender }) =>
    alert(rest, sender, rule.description, rule.full_description ?? `Found by ${tool.name}.`),

  dependabot_alert: ({ alert: { security_advisory: advisory, ...rest }, sender }) =>
    alert(rest, sender, advisory.summary, advisory.description),

  repository_vulnerability_alert: ({ alert: found, sender }) =>
    alert(
      found,
      sender,
      `${found.affected_package_name} ${found.affected_range}: ${found.external_identifier}`,
      `${found.external_reference}\n\nFixed in ${found.fixed_in}.`,
    ),

  check_run: ({ check_run: run, sender }) => ({
    title: run.name,
    body: (run.output.text ?? run.output.summary ?? '').replace(/<!--.*?-->\s*/gs, ''),
    status:
      run.conclusion === 'failure' ? 'todo' : statusOf(run.conclusion === null ? 'in_progress' : 'success'),
    assignee: sender,
    reporter: sender,
    kind: 'build',
    createdAt: run.started_at,
  }),

  workflow_job: ({ workflow_job: job, sender }) =>
    job.steps?.length > 0 && {
      title: job.name,
      body: job.steps.map(step => `- ${step.name}`).join('\n'),
      status: job.conclusion === 'failure' ? 'todo' : statusOf(job.status),
      assignee: sender,
      reporter: sender,
      kind: 'build',
      createdAt: job.started_at,
    },

  milestone: ({ milestone }) => ({
    title: `${milestone.title}: ${milestone.description}`,
    body: milestone.description,
    status: statusOf(milestone.state),
    reporter: milestone.creator,
    kind: 'planning',
    createdAt: milestone.created_at,
  }),

  project: ({ project }) => ({
    title: `${project.name}: ${project.body}`,
    body: project.body,
    status: statusOf(project.state),
    reporter: project.creator,
    kind: 'planning',
    createdAt: project.created_at,
  }),

  project_card: ({ project_card: card }) =>
    card.note && {
      title: card.note,
      body: '',
      status: statusOf('open', card.creator),
      assignee: card.creator,
      reporter: card.creator,
      kind: 'planning',
      createdAt: card.created_at,
    },
};

/** Recorded comments, with the title of what they are about. */
const remarks = {
  issue_comment: ({ comment, issue }) => comment.user && { ...comment, about: issue.title },
  discussion_comment: ({ comment, discussion }) => ({ ...comment, about: discussion.title }),
  pull_request_review_comment: ({ comment, pull_request: pull }) => ({ ...comment, about: pull.title }),
  pull_request_review_thread: ({ thread, pull_request: pull }) =>
    thread.comments[0] && { ...thread.comments[0], about: pull.title },
};

/** Every recorded payload of the named kinds, as `read[kind]` returns it, without those it skips. */
const readAll = read =>
  events.flatMap(({ name, examples }) => (read[name] ? examples.map(read[name]).filter(Boolean) : []));

/** Every person anywhere in the payloads. */
function* peopleIn(value) {
  if (typeof value !== 'object' || value === null) return;
  if (value.login && value.id && (value.type === 'User' || value.type === 'Bot')) yield value;
  for (const member of Object.values(value)) yield* peopleIn(member);
}

/**
 * Fills an empty database with what the webhooks of a large code host once sent: recorded issues,
 * pull requests, discussions, alerts and builds, with their people, labels and comments.
 *
 * Many events contain the same record; the most complete one counts.
 */
export function seed({ issues, comments, people, labels }, database) {
  inTransaction(database, () => {
    for (const found of peopleIn(events)) people.insert(person(found));
    for (const [name, kind] of Object.entries(kinds)) labels.insert({ name, ...kind });
    for (const { label: recorded } of events.flatMap(event => event.examples)) {
      if (recorded) labels.insert(label(recorded));
    }

    const fullness = ({ labels: found = [], assignee }) => found.length + (assignee ? 1 : 0);
    const records = new Map();
    for (const recorded of readAll(readers)) {
      const known = records.get(recorded.title);
      if (!known || fullness(recorded) > fullness(known)) records.set(recorded.title, recorded);
    }

    const ids = new Map();
    for (const recorded of records.values()) {
      const { labels: recordedLabels = [] } = recorded;
      const createdAt = recorded.created_at ?? recorded.createdAt;
      if (recorded.assignee) people.insert(person(recorded.assignee));
      people.insert(person(recorded.reporter));
      for (const found of recordedLabels) labels.insert(label(found));
      const { id } = issues.insert({
        title: recorded.title,
        body: recorded.body ?? '',
        status: recorded.status,
        assignee: recorded.assignee?.login ?? null,
        reporter: recorded.reporter.login,
        labels: [...recordedLabels.map(({ name }) => name), ...(recorded.kind ? [recorded.kind] : [])],
        createdAt,
        updatedAt: recorded.updated_at ?? createdAt,
      });
      ids.set(recorded.title, id);
    }

    const said = new Set();
    for (const { about, id, user, body, created_at: createdAt } of readAll(remarks)) {
      const issueId = ids.get(about);
      if (issueId === undefined || said.has(id)) continue;
      said.add(id);
      people.insert(person(user));
      comments.insert(issueId, { author: user.login, body, createdAt });
    }
  });
}
