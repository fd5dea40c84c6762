import { Collection, Entity, resource, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { letOverlap, startScript } from './script';

class Course extends Entity {
  id = '';
  static key = 'CarriedLists.Course';
}
class Student extends Entity {
  id = '';
  courses: readonly Course[] = [];
  static key = 'CarriedLists.Student';
  static schema = {
    courses: new Collection([Course], {
      nestKey: (student: { id: string }) => ({ student: student.id }),
      createCollectionFilter:
        ({ student }: { student: string }) =>
        list =>
          list.student === student,
    }),
  };
}
const { getList } = resource({ path: '/students/:id', schema: Student, Endpoint: ApiEndpoint });
const leave = new ApiEndpoint({
  path: '/students/:student/courses/:id',
  method: 'DELETE',
  schema: Student.schema.courses.remove,
  name: 'carriedLists.leave',
});
const enrolAll = new ApiEndpoint({
  path: '/courses/:course/enrolments',
  body: type<{ students: readonly string[] }>(),
  schema: { first: Student, others: [Student] },
  name: 'carriedLists.enrolAll',
});
const count = enrolAll.extend({ writes: ['count'], name: 'carriedLists.count' });

async function start(isEnrolled: boolean) {
  let courses = isEnrolled ? [{ id: 'm' }] : [];
  const studentOf = (id: string) => ({ id, courses: id === 'b' ? courses : [] });
  const { store, done, mount, arrival, settle, newRequests } = await startScript({
    'GET /students': () => ['a', 'b'].map(studentOf),
    'DELETE /students/:student/courses/:id'({ id }) {
      courses = [];
      return { id };
    },
    'POST /courses/:course/enrolments'() {
      courses = [{ id: 'm' }];
      return { first: studentOf('a'), others: [studentOf('b')] };
    },
  });
  await done(getList.fetch());
  mount(getList);
  const leaving = async () =>
    [
      store.dispatch(leave.fetch({ student: 'b', id: 'm' })),
      await arrival('DELETE /students/b/courses/m'),
    ] as const;
  const adding = (endpoint: typeof enrolAll) => async () =>
    [
      store.dispatch(endpoint.fetch({ course: 'm' }, { students: ['a', 'b'] })),
      await arrival('POST /courses/m/enrolments'),
    ] as const;
  const shown = () =>
    getList
      .select()(store.getState())
      .data?.find(({ id }) => id === 'b')
      ?.courses.map(({ id }) => id);
  return { leaving, adding, settle, newRequests, shown };
}

const ORDERS = [true, false].flatMap(isEnrolled =>
  [true, false].flatMap(leavesFirst =>
    [true, false].map(landsFirst => [isEnrolled, leavesFirst, landsFirst] as const),
  ),
);

it.each(ORDERS)(
  'a nested list in a response matches the server after an overlapping removal (there before: %s, leaves first: %s, lands first: %s)',
  async (isEnrolled, leavesFirst, landsFirst) => {
    const { leaving, adding, settle, shown } = await start(isEnrolled);
    await letOverlap([leaving, adding(enrolAll as never)], leavesFirst, landsFirst);
    await settle();

    expect(shown()).toEqual(['m']);
  },
);

it('a nested list in a response is not in doubt if its endpoint declares `writes`', async () => {
  const { leaving, adding, settle, newRequests } = await start(true);
  const requests = newRequests();
  await letOverlap([adding(count as never), leaving], true, true);
  await settle();

  expect(requests()).toEqual(['POST /courses/m/enrolments', 'DELETE /students/b/courses/m']);
});

class Note extends Entity {
  id = '';
  text = '';
  static key = 'CarriedLists.Note';
}
const editNote = new ApiEndpoint({
  path: '/notes/:id',
  method: 'PATCH',
  body: type<{ text: string } | { note: { text: string } }>(),
  schema: { note: Note, student: Student },
  name: 'carriedLists.editNote',
});
const enrol = new ApiEndpoint({
  path: '/students/:student/courses',
  body: type<{ id: string }>(),
  schema: Student.schema.courses.push,
  name: 'carriedLists.enrol',
});

it.each(
  [true, false].flatMap(leavesFirst =>
    [true, false].flatMap(landsFirst =>
      [{ text: 'b' }, { note: { text: 'b' } }].map(body => [leavesFirst, landsFirst, body] as const),
    ),
  ),
)(
  'a nested list in the response to a PATCH of another record is not in doubt (leaves first: %s, lands first: %s, with the body %j)',
  async (leavesFirst, landsFirst, body) => {
    let courses: readonly object[] = [];
    const { store, done, mount, arrival, settle, newRequests } = await startScript({
      'GET /students': () => [{ id: 'a', courses }],
      'PATCH /notes/:id': ({ id }) => ({
        note: { id, text: 'b' },
        student: { id: 'a', courses },
      }),
      'POST /students/:student/courses'(_params, course: object) {
        courses = [...courses, course];
        return course;
      },
    });
    await done(getList.fetch());
    mount(getList);
    const requests = newRequests();
    const editing = async () => {
      const response = store.dispatch(editNote.fetch({ id: '1' }, body));
      const visit = await arrival('PATCH /notes/1');
      visit.act();
      return [response, visit] as const;
    };
    const enrolling = async () =>
      [
        store.dispatch(enrol.fetch({ student: 'a' }, { id: 'm' })),
        await arrival('POST /students/a/courses'),
      ] as const;
    await letOverlap([editing, enrolling], leavesFirst, landsFirst);
    await settle();

    expect(requests()).toHaveLength(2);
    expect(getList.select()(store.getState()).data).toMatchObject([{ id: 'a', courses: [{ id: 'm' }] }]);
  },
);

class Board extends Entity {
  id = '';
  owner = Student.fromJS();
  static key = 'CarriedLists.Board';
  static schema = { owner: Student };
}
const archive = new ApiEndpoint({
  path: '/boards/:id/archive',
  method: 'POST',
  body: undefined,
  schema: Board,
  name: 'carriedLists.archive',
});

it.each([true, false])(
  'a list two records deep in the response to a mutation is not in doubt (leaves first: %s)',
  async leavesFirst => {
    const student = { id: 'a', courses: [] as readonly object[] };
    const { store, done, mount, arrival, settle, newRequests } = await startScript({
      'GET /students': () => [student],
      'POST /boards/:id/archive': ({ id }) => ({ id, owner: { ...student } }),
      'POST /students/:student/courses'(_params, course: object) {
        student.courses = [...student.courses, course];
        return course;
      },
    });
    await done(getList.fetch());
    mount(getList);
    const requests = newRequests();
    const archiving = async () =>
      [store.dispatch(archive.fetch({ id: '1' })), await arrival('POST /boards/1/archive')] as const;
    const enrolling = async () =>
      [
        store.dispatch(enrol.fetch({ student: 'a' }, { id: 'm' })),
        await arrival('POST /students/a/courses'),
      ] as const;
    await letOverlap([archiving, enrolling], leavesFirst, false);
    await settle();

    expect(requests()).toHaveLength(2);
    expect(getList.select()(store.getState()).data).toMatchObject([{ id: 'a', courses: [{ id: 'm' }] }]);
  },
);
