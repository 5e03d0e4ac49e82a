import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const TEXTS = globSync([
  '*.md',
  '*.{ts,mjs}',
  'docs/**/*.md',
  '{functions,infra,local,operations,shared,test,web}/**/*.{ts,tsx}',
]).toSorted();
const DOCUMENTS = TEXTS.filter((file) => file.endsWith('.md'));
const RECORDS = globSync('docs/adr/[0-9]*.md').toSorted();

/** An ADR opens with its number and title, then its date and status; further words may follow these. */
const OPENING =
  /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d{2}-\d{2}) · Status: (accepted|(?:replaced|superseded in part) by \[ADR \d+\]\([^)]+\))/;

/** Returns each match of the pattern's first group, with its file. */
const cite = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, cited = '']) => ({ file, cited })),
  );

/** Returns the path of a link's target from the repository's root; undefined for an address on the web. */
const findTarget = ({ file, cited }: { file: string; cited: string }) => {
  if (/^(https?|mailto):/.test(cited)) {
    return undefined;
  }
  const [path = ''] = cited.split('#');

  return path === '' ? file : relative('.', resolve(dirname(file), path));
};

/** Returns the line of docs/adr/README.md that follows from an ADR. */
const listRecord = (file: string) => {
  const [, number, title, , status] = OPENING.exec(readFileSync(file, 'utf8')) ?? [];

  return `- [${number}. ${title}](${basename(file)})${status === 'accepted' ? '' : `, ${status}`}`;
};

/** Returns the anchors that the headings of a document get: its words in lower case, joined by dashes. */
const listAnchors = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('references in texts and comments', () => {
  it('every cited decision exists in docs/decisions.md', () => {
    const decisions = cite(['docs/decisions.md'], /^### D(\d+) /gm).map(({ cited }) => cited);
    const citations = cite(TEXTS, /(?<![\w%#])D(\d+)\b/g);

    expect(decisions.length).toBeGreaterThan(0);
    expect(new Set(decisions).size).toBe(decisions.length);
    expect(citations.filter(({ cited }) => !decisions.includes(cited))).toEqual([]);
  });

  it('every decision is cited by D and its number', () => {
    // docs/decisions.md itself may cite decisions in other words.
    const others = TEXTS.filter((file) => file !== 'docs/decisions.md');

    expect(cite(others, /\b(decisions?\s+(?:\* |\/\/ )?[0-9]+)/gi)).toEqual([]);
  });

  it('every cited ADR exists', () => {
    const records = RECORDS.map((file) => Number(/(\d+)-/.exec(file)?.[1]));
    const citations = cite(TEXTS, /\bADRs? (\d+)\b/g);

    expect(citations.length).toBeGreaterThan(0);
    expect(new Set(records).size).toBe(records.length);
    expect(citations.filter(({ cited }) => !records.includes(Number(cited)))).toEqual([]);
  });

  it('every link in a document leads to a file inside the repository', () => {
    const links = cite(DOCUMENTS, /\]\(([^)\s]+)\)/g);
    const targets = links.map((link) => ({ ...link, target: findTarget(link) }));

    expect(links.length).toBeGreaterThan(0);
    expect(
      targets.filter(
        ({ target }) => target !== undefined && (target.startsWith('..') || !existsSync(target)),
      ),
    ).toEqual([]);
  });

  it('every link to a part of a document leads to one of its headings', () => {
    const links = cite(DOCUMENTS, /\]\(([^)\s]*#[^)\s]+)\)/g)
      .map((link) => ({ ...link, target: findTarget(link), anchor: link.cited.split('#')[1] ?? '' }))
      .flatMap(({ target, ...link }) => (target?.endsWith('.md') ? [{ ...link, target }] : []));

    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ target, anchor }) => !listAnchors(target).includes(anchor))).toEqual([]);
  });

  it('docs/asvs.md cites code by words that exist', () => {
    const links = readFileSync('docs/asvs.md', 'utf8').matchAll(
      /\[(`?)([^`\]]+)\1\]\(\.\.\/([^)#]+\.(?:tsx?|json))\)/g,
    );
    const citations = [...links].map(([, , words = '', path = '']) => ({ words, path }));

    expect(citations.length).toBeGreaterThan(0);
    expect(citations.filter(({ words, path }) => !readFileSync(path, 'utf8').includes(words))).toEqual([]);
  });

  it('every file path in a document exists', () => {
    const paths = cite(
      DOCUMENTS,
      /`((?:docs|functions|infra|local|operations|shared|test|web)\/[\w./-]+\.(?:md|ts|tsx|cjs|mjs|sql))`/g,
    );

    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter(({ cited }) => !existsSync(join('.', cited)))).toEqual([]);
  });

  it('.env.example and README.md list the same settings, and the code knows each', () => {
    const settings = cite(['.env.example'], /^# ([A-Z_]+)=/gm).map(({ cited }) => cited);
    const code = globSync('{functions,local}/**/*.ts').map((file) => readFileSync(file, 'utf8'));

    expect(settings.toSorted()).toEqual(
      cite(['README.md'], /^\| `([A-Z_]+)` \|/gm)
        .map(({ cited }) => cited)
        .toSorted(),
    );
    expect(settings.length).toBeGreaterThan(0);
    expect(settings.filter((name) => !code.some((text) => text.includes(name)))).toEqual([]);
  });
});

it('docs/adr/README.md lists each ADR with its number, title, and its status unless it is accepted', () => {
  const list = readFileSync('docs/adr/README.md', 'utf8');

  expect(RECORDS.length).toBeGreaterThan(0);
  expect(RECORDS.map(listRecord)).toEqual(list.split('\n').filter((line) => /^- \[\d/.test(line)));
});

describe('docs/asvs.md', () => {
  const text = readFileSync('docs/asvs.md', 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) => {
      const [requirement, level, , state = '', missing = '', ...others] = line.slice(2, -2).split(' | ');

      return { requirement, level, state, missing, others };
    });

  it('docs/asvs.md names each requirement once that is met partly or not, and what is missing', () => {
    expect(new Set(rows.map(({ requirement }) => requirement)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ state }) => state !== 'partly' && state !== 'not met')).toEqual([]);
    expect(rows.filter(({ missing, others }) => missing === '' || others.length > 0)).toEqual([]);
  });

  it('docs/asvs.md counts its rows by level and state, and its counts add up to the requirements', () => {
    const counts = [...text.matchAll(/^\| .+ \((\d)\) \| ([\d |]+) \|$/gm)].map(([, level, cells = '']) => {
      const [requirements = 0, met = 0, partly = 0, notMet = 0, notApplicable = 0] = cells
        .split(' | ')
        .map(Number);

      return { level, requirements, sum: met + partly + notMet + notApplicable, partly, notMet };
    });
    const count = (level: string | undefined, state: string) =>
      rows.filter((row) => row.level === level && row.state === state).length;

    expect(counts.map(({ level }) => level)).toEqual(['1', '2', '3']);
    expect(counts).toEqual(
      counts.map(({ level, requirements }) => ({
        level,
        requirements,
        sum: requirements,
        partly: count(level, 'partly'),
        notMet: count(level, 'not met'),
      })),
    );
  });
});
