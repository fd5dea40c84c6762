/** Every book there is. */
export const authors = [
  {
    id: 'le-guin',
    name: 'Ursula K. Le Guin',
    life: 'Born in Berkeley in 1929. She wrote of other worlds to take a second look at this one.',
  },
  {
    id: 'woolf',
    name: 'Virginia Woolf',
    life: 'Born in London in 1882. With her husband she ran a press from the dining room.',
  },
  {
    id: 'eliot',
    name: 'George Eliot',
    life: 'Born Mary Ann Evans in 1819. She took the name of a man, and was soon found out.',
  },
  {
    id: 'calvino',
    name: 'Italo Calvino',
    life: 'Born in Cuba in 1923, raised in Sanremo. He retold two hundred folktales.',
  },
  {
    id: 'sebald',
    name: 'W. G. Sebald',
    life: 'Born in Wertach in 1944. He taught in Norwich, and walked the coast.',
  },
];

export const books = [
  { id: 'left-hand', title: 'The Left Hand of Darkness', by: 'le-guin', year: 1969, cover: 'ice' },
  { id: 'dispossessed', title: 'The Dispossessed', by: 'le-guin', year: 1974, cover: 'rust' },
  { id: 'room', title: 'A Room of One’s Own', by: 'woolf', year: 1929, cover: 'plum' },
  { id: 'waves', title: 'The Waves', by: 'woolf', year: 1931, cover: 'sea' },
  { id: 'middlemarch', title: 'Middlemarch', by: 'eliot', year: 1871, cover: 'moss' },
  { id: 'cities', title: 'Invisible Cities', by: 'calvino', year: 1972, cover: 'sand' },
  { id: 'rings', title: 'The Rings of Saturn', by: 'sebald', year: 1995, cover: 'slate' },
].map(({ by, ...book }) => ({ ...book, author: nameOf(by) }));

/** An author as books name them, without their life. */
function nameOf(by: string) {
  const { id, name } = authors.find(author => author.id === by) ?? { id: by, name: by };
  return { id, name };
}
