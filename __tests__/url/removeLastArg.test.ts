import { parsePath } from '../../lib/url/PathTemplate';
import { removeLastArg } from '../../lib/url/removeLastArg';

/** One row; the compiler checks the result's type against the expected text, the test its value. */
function row<const Shortened extends string>(shortened: Shortened, expected: NoInfer<Shortened>) {
  return [expected, shortened] as const;
}

describe('the path of a list', () => {
  it.each([
    row(removeLastArg('/:first/:second'), '/:first'),
    row(removeLastArg('/:first'), '/'),
    row(removeLastArg('/:owner/*path'), '/:owner'),
    row(removeLastArg('/*path'), '/'),
    row(removeLastArg('/users/:id'), '/users'),
    row(removeLastArg('users/:id'), 'users'),
    row(removeLastArg('/users/:"user-id"'), '/users'),
    row(removeLastArg('/:"user-id"/posts/:id'), '/:"user-id"/posts'),
    row(removeLastArg('/v1.0/@:handle'), '/v1.0'),
    row(removeLastArg('/:from-:to'), '/:from'),
  ])('%s ends before the last argument', (expected, shortened) => {
    expect(shortened).toBe(expected);
  });

  it.each([
    row(removeLastArg('/todos/:id/'), '/todos/'),
    row(removeLastArg('/todos/:id.json'), '/todos.json'),
    row(removeLastArg('/:id.json'), '/.json'),
    row(removeLastArg('/users/:id/profile'), '/users/profile'),
    row(removeLastArg('/:owner/:repo/issues/'), '/:owner/issues/'),
  ])('%s keeps the text after the last argument', (expected, shortened) => {
    expect(shortened).toBe(expected);
  });

  it.each([
    row(removeLastArg('/:group/posts{/:id}'), '/:group/posts'),
    row(removeLastArg('{/:id}'), '/'),
    row(removeLastArg('/posts{/:id/details}'), '/posts'),
    row(removeLastArg('/posts{/:year/:month}'), '/posts{/:year}'),
    row(removeLastArg('/posts{/:year{/:month}}'), '/posts{/:year}'),
    row(removeLastArg('/posts{/in{/:year}}/all'), '/posts/all'),
    row(removeLastArg('/posts{/:year{/:month}.html}'), '/posts{/:year.html}'),
    row(removeLastArg('/:a{/x}/:b{/y}'), '/:a{/x}{/y}'),
    row(removeLastArg('/files{/*path}'), '/files'),
    row(removeLastArg('/:a{/x}'), '{/x}'),
    row(removeLastArg('{{/:a}/x}/:b'), '{{/:a}/x}'),
    row(removeLastArg('/a{/:b{/c}}{/d}'), '/a{/d}'),
  ])('%s drops an optional part used only for the last argument', (expected, shortened) => {
    expect(shortened).toBe(expected);
  });

  it.each([
    row(
      removeLastArg('https\\://api.example.com\\:8080/users/:id'),
      'https\\://api.example.com\\:8080/users',
    ),
    row(removeLastArg('/a\\{b\\}/:id'), '/a\\{b\\}'),
    row(removeLastArg('/café/:id'), '/café'),
  ])('%s keeps its escapes', (expected, shortened) => {
    expect(shortened).toBe(expected);
  });

  it.each([
    row(removeLastArg('/posts/:id?{lang=:lang}'), '/posts?{lang=:lang}'),
    row(removeLastArg('/posts/:id\\?lang=:lang'), '/posts\\?lang=:lang'),
    row(removeLastArg('/posts/:id{?lang=:lang}{&page=:page}'), '/posts{?lang=:lang}{&page=:page}'),
  ])('%s keeps its query', (expected, shortened) => {
    expect(shortened).toBe(expected);
  });

  it.each([
    row(removeLastArg('/post.php?id=:id'), '/post.php'),
    row(removeLastArg('/post.php?kind=:kind&id=:id'), '/post.php?kind=:kind'),
    row(removeLastArg('/posts?{kind=:kind}{&id=:id}'), '/posts?{kind=:kind}'),
    row(removeLastArg('/posts{?id=:id}'), '/posts'),
    row(removeLastArg('/posts?id=:id&full=1'), '/posts?full=1'),
  ])('%s loses an argument of the query if the path has none', (expected, shortened) => {
    expect(shortened).toBe(expected);
  });

  it.each([
    row(removeLastArg('/users'), '/users'),
    row(removeLastArg(''), ''),
    row(removeLastArg('/a?b=1'), '/a?b=1'),
  ])('%j does not change without an argument', (expected, shortened) => {
    expect(shortened).toBe(expected);
  });

  it('takes the remaining arguments', () => {
    const list = parsePath(removeLastArg('/:group/posts/:id?{lang=:lang}'));

    expect(list.names).toEqual(['group', 'lang']);
    expect(list.fill({ group: 'news', lang: 'en' })).toBe('/news/posts?lang=en');
  });
});
