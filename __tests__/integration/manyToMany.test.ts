import { Collection, Controller, Entity, Lazy, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Student extends Entity {
  id = '';
  name = '';
  courses: readonly Course[] = [];
  static key = 'ManyToMany.Student';
  static schema = {
    courses: new Collection([new Lazy((): typeof Course => Course)], {
      nestKey: (student: { id: string }) => ({ studentId: student.id }),
      createCollectionFilter:
        ({ studentId }: { studentId: string }) =>
        list =>
          list.studentId === studentId,
    }),
  };
}

class Course extends Entity {
  id = '';
  title = '';
  students: readonly Student[] = [];
  static key = 'ManyToMany.Course';
  static schema = {
    students: new Collection([new Lazy((): typeof Student => Student)], {
      nestKey: (course: { id: string }) => ({ courseId: course.id }),
      createCollectionFilter:
        ({ courseId }: { courseId: string }) =>
        list =>
          list.courseId === courseId,
    }),
  };
}

const StudentResource = resource({ path: '/students/:id', schema: Student, Endpoint: ApiEndpoint });
const CourseResource = resource({ path: '/courses/:id', schema: Course, Endpoint: ApiEndpoint });

const path = '/courses/:courseId/students/:studentId';
const enrol = new ApiEndpoint({
  path,
  method: 'PUT',
  body: undefined,
  schema: { student: Course.schema.students.push, course: Student.schema.courses.push },
});
const leave = new ApiEndpoint({
  path,
  method: 'DELETE',
  schema: { student: Course.schema.students.remove, course: Student.schema.courses.remove },
});

async function start() {
  const named = { student: { id: 'ada', name: 'Ada' }, course: { id: 'maths', title: 'Maths' } };
  await serve({
    'GET /students': () => [
      { ...named.student, courses: [named.course] },
      { id: 'bob', courses: [] },
    ],
    'GET /courses': () => [
      { ...named.course, students: [named.student] },
      { id: 'art', title: 'Art', students: [] },
    ],
    'PUT /courses/:courseId/students/:studentId': ({ params }) => ({
      student: { id: params.studentId },
      course: { id: params.courseId },
    }),
    'DELETE /courses/:courseId/students/:studentId': ({ params }) => ({
      student: { id: params.studentId },
      course: { id: params.courseId },
    }),
  });
  const controller = new Controller(createTestStore());
  await controller.fetch(StudentResource.getList);
  await controller.fetch(CourseResource.getList);
  const keys = (records: readonly { id: string }[] | undefined) => records?.map(({ id }) => id);
  return {
    controller,
    shown: () => ({
      students: keys(controller.getResponse(StudentResource.getList).data),
      courses: keys(controller.getResponse(CourseResource.getList).data),
      ofAda: keys(controller.get(Student, { id: 'ada' })?.courses),
      inMaths: keys(controller.get(Course, { id: 'maths' })?.students),
      inArt: keys(controller.get(Course, { id: 'art' })?.students),
    }),
  };
}

const BEFORE = {
  students: ['ada', 'bob'],
  courses: ['maths', 'art'],
  ofAda: ['maths'],
  inMaths: ['ada'],
  inArt: [],
};

it("adds two records to each other's lists, and to no other, when they join", async () => {
  const { controller, shown } = await start();

  await controller.fetch(enrol, { courseId: 'art', studentId: 'ada' });

  expect(shown()).toEqual({ ...BEFORE, ofAda: ['maths', 'art'], inArt: ['ada'] });
});

it("removes two records from each other's lists, and from no other, when one leaves", async () => {
  const { controller, shown } = await start();

  await controller.fetch(leave, { courseId: 'maths', studentId: 'ada' });

  expect(shown()).toEqual({ ...BEFORE, ofAda: [], inMaths: [] });
});
