/** A cluster, an instance or a snapshot: what describes it, and what happens to it at each of the next looks. */
interface Resource {
  described: Record<string, unknown>;
  /** The parameters of all calls that made or changed it. */
  given: Record<string, string>;
  next: (() => void)[];
}

/** Makes a region with the database of a deployment; tests change it. */
export const makeRegion = () => ({
  clusters: new Map<string, Resource>(),
  instances: new Map<string, Resource>(),
  snapshots: [] as Record<string, unknown>[],
  /** Body of the data stack's template; of each stack its resources by logical id, and its outputs. */
  template: '',
  resources: {} as Record<string, Record<string, { type: string; id: string }>>,
  outputs: {} as Record<string, Record<string, string>>,
  mappings: {} as Record<string, string>,
  schedules: {} as Record<string, Record<string, unknown>>,
  /** What the next calls of an action are refused with, one each; what a new instance becomes; the migrations' fault. */
  refusals: {} as Record<string, { code: string; message: string; status: number }[]>,
  instanceEndsAs: 'available',
  /** Looks that pass before a rename shows. */
  looksBeforeRename: 1,
  migrationFault: undefined as string | undefined,
  /** Each call that changed something. */
  changes: [] as string[],
});

export type Region = ReturnType<typeof makeRegion>;

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const demand: (condition: unknown, code: string) => asserts condition = (condition, code) => {
  if (!condition) {
    throw new Refusal(code, `${code} of the stand-in`);
  }
};

/** Adds a resource that passes through these states, and then stays in the last. */
const begin = (
  given: Record<string, string>,
  described: Record<string, unknown>,
  key: string,
  states: string[],
): Resource => {
  const [first, ...others] = states;
  const resource: Resource = { given, described: { ...described, [key]: first }, next: [] };
  resource.next = others.map((state) => () => {
    resource.described[key] = state;
  });

  return resource;
};

const find = (resources: Map<string, Resource>, name: string | undefined, code: string): Resource => {
  const found = resources.get(name ?? '');
  demand(found, code);

  return found;
};

/** Renames only some looks after the call, as AWS does. */
const rename = (
  { looksBeforeRename }: Region,
  resources: Map<string, Resource>,
  resource: Resource,
  { idKey, stateKey, from, to }: { idKey: string; stateKey: string; from: string; to: string },
  rest: () => void,
) => {
  resource.next = [
    ...Array.from({ length: looksBeforeRename }, () => () => undefined),
    () => {
      resource.described[stateKey] = 'renaming';
    },
    () => {
      resources.delete(from);
      resources.set(to, resource);
      resource.described[idKey] = to;
      rest();
    },
    () => {
      resource.described[stateKey] = 'available';
    },
  ];
};

const restore = (region: Region, query: Record<string, string>): void => {
  const name = query.DBClusterIdentifier ?? '';
  demand(!region.clusters.has(name), 'DBClusterAlreadyExistsFault');
  const described = {
    DBClusterIdentifier: name,
    DBClusterArn: `arn:aws:rds:af-south-1:123456789012:cluster:${name}`,
    KmsKeyId: query.KmsKeyId,
    HttpEndpointEnabled: false,
  };
  region.clusters.set(name, begin(query, described, 'Status', ['creating', 'creating', 'available']));
};

const modifyCluster = (region: Region, query: Record<string, string>): void => {
  const { clusters, instances } = region;
  const from = query.DBClusterIdentifier ?? '';
  const to = query.NewDBClusterIdentifier;
  const cluster = find(clusters, from, 'DBClusterNotFoundFault');
  demand(cluster.described.Status === 'available', 'InvalidDBClusterStateFault');
  demand(to === undefined || !clusters.has(to), 'DBClusterAlreadyExistsFault');
  if (to !== undefined) {
    rename(region, clusters, cluster, { idKey: 'DBClusterIdentifier', stateKey: 'Status', from, to }, () => {
      for (const { described } of [...instances.values()].filter(
        ({ described }) => described.DBClusterIdentifier === from,
      )) {
        described.DBClusterIdentifier = to;
      }
    });

    return;
  }
  const { DBClusterIdentifier: _, ...settings } = query;
  cluster.next = [
    () => {
      cluster.described.Status = 'modifying';
    },
    () => {
      Object.assign(cluster.given, settings);
      Object.assign(cluster.described, settings, { Status: 'available' });
    },
  ];
};

const modifyInstance = (region: Region, query: Record<string, string>): void => {
  const { instances } = region;
  const from = query.DBInstanceIdentifier ?? '';
  const to = query.NewDBInstanceIdentifier ?? '';
  const instance = find(instances, from, 'DBInstanceNotFound');
  demand(instance.described.DBInstanceStatus === 'available', 'InvalidDBInstanceState');
  demand(!instances.has(to), 'DBInstanceAlreadyExists');
  rename(
    region,
    instances,
    instance,
    { idKey: 'DBInstanceIdentifier', stateKey: 'DBInstanceStatus', from, to },
    () => undefined,
  );
};

const createInstance = ({ clusters, instances, instanceEndsAs }: Region, query: Record<string, string>) => {
  const name = query.DBInstanceIdentifier ?? '';
  const cluster = find(clusters, query.DBClusterIdentifier, 'DBClusterNotFoundFault');
  demand(cluster.described.Status === 'available', 'InvalidDBClusterStateFault');
  demand(!instances.has(name), 'DBInstanceAlreadyExists');
  const described = { DBInstanceIdentifier: name, DBClusterIdentifier: query.DBClusterIdentifier };
  instances.set(
    name,
    begin(query, described, 'DBInstanceStatus', ['creating', 'backing-up', instanceEndsAs]),
  );
};

/** Describes three resources on each page; what happens next happens at the first. */
export const describe = (
  resources: Map<string, Resource>,
  plural: string,
  singular: string,
  marker?: string,
) => {
  if (marker === undefined) {
    for (const resource of [...resources.values()]) {
      resource.next.shift()?.();
    }
  }
  const page = Number(marker ?? 0);
  const all = [...resources.values()].map(({ described }) => described);

  return {
    [plural]: { [singular]: all.slice(page, page + 3) },
    ...(page + 3 < all.length && { Marker: page + 3 }),
  };
};

export type Query = Record<string, string>;

export const CHANGES: Record<string, (region: Region, query: Query) => void> = {
  RestoreDBClusterToPointInTime: (region, query) => {
    find(region.clusters, query.SourceDBClusterIdentifier, 'DBClusterNotFoundFault');
    restore(region, query);
  },
  RestoreDBClusterFromSnapshot: (region, query) => {
    demand(
      region.snapshots.some((each) => each.DBClusterSnapshotIdentifier === query.SnapshotIdentifier),
      'DBClusterSnapshotNotFoundFault',
    );
    restore(region, query);
  },
  CreateDBInstance: createInstance,
  ModifyDBCluster: modifyCluster,
  ModifyDBInstance: modifyInstance,
  EnableHttpEndpoint: ({ clusters }, { ResourceArn = '' }) => {
    const cluster = find(clusters, ResourceArn.split(':').at(-1), 'ResourceNotFoundFault');
    cluster.next = [
      () => {
        cluster.described.HttpEndpointEnabled = true;
      },
    ];
  },
};
