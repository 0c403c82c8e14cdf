export declare const extraPages: [string, string][];
export declare const adapter: string;
export declare const pythonPackage: string;
export declare function pageOf(file: string, isFolder?: boolean): string;
export declare function fileOf(page: string): string | undefined;
export declare function siteLink(link: string, page: string, isFolder: (file: string) => boolean): string;
